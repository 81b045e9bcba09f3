import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { routes } from "../../src/api/index.ts";
import { ask, receiptOf, TestDaemons } from "../../src/daemon/fixtures/test-daemon.ts";
import type { Daemon, DaemonOptions } from "../../src/daemon/index.ts";
import { dialects, findDialect, registerOf } from "../../src/dialects/index.ts";

const daemons = new TestDaemons();
let daemon: Daemon;
const runs: string[] = [];
beforeAll(async () => {
  const settings = [
    { key: "port", value: 1, origin: { layer: "default", redacted: false } },
  ] as unknown as NonNullable<DaemonOptions["settings"]>;
  daemon = await daemons.start({}, { settings });
  for (const engine of ["sim", "sim-claude", "sim"]) {
    const { run } = await ask(daemon, engine);
    runs.push(run);
    await receiptOf(daemon, run);
  }
});
afterAll(() => daemons.close());

async function api<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T> {
  const answer = await raw(path, body);
  const value = await answer.json();
  expect([path, answer.status, answer.status === 200 ? "" : value]).toEqual([path, 200, ""]);
  return value as T;
}

function raw(path: string, body?: unknown): Promise<Response> {
  return fetch(`${daemon.url}/abp/v1${path}`, {
    headers: { authorization: `Bearer ${daemons.adminToken}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
}

interface Page {
  readonly items: readonly { readonly run_id: string; readonly seq: number }[];
  readonly next_cursor: string | null;
}

describe("the state of a daemon", () => {
  it("is its health and readiness", async () => {
    expect(await api("/health")).toEqual({ status: "ok" });
    expect(await api("/readiness")).toEqual({ status: "ready" });
  });

  it("is its configuration with origins", async () => {
    expect(await api("/config")).toEqual({
      items: [{ key: "port", value: 1, origin: { layer: "default", redacted: false } }],
    });
  });

  it("has the schemas that stand in schemas/", async () => {
    const { items } = await api<{ items: { name: string }[] }>("/schemas");
    for (const { name } of items) {
      const stored = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8");
      expect(await api(`/schemas/${name}`)).toEqual(JSON.parse(stored));
    }
    expect((await raw("/schemas/nothing")).status).toBe(404);
  });

  it("has the OpenAPI document that stands in schemas/, without a key", async () => {
    const stored = readFileSync(new URL("../../schemas/openapi.json", import.meta.url), "utf8");
    const answer = await fetch(`${daemon.url}/abp/v1/openapi.json`);
    expect(await answer.json()).toEqual(JSON.parse(stored));
  });

  it("has a page with every route, which downloads nothing", async () => {
    const answer = await fetch(`${daemon.url}/abp/v1/docs`);
    const page = await answer.text();
    for (const { method, path } of routes) expect(page).toContain(`<code>${method} ${path}</code>`);
    expect(page).not.toMatch(/<script|src=|@import|https?:/);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("what there is", () => {
  it("engines, and the state of one", async () => {
    const { items } = await api<{ items: { name: string; dialect: string }[] }>("/engines");
    expect(items.map(({ name }) => name)).toContain("sim-claude");
    expect(await api("/engines/sim/state?ask=true")).toMatchObject({
      name: "sim",
      breaker: "none",
      health: { ok: true, code: null, error: null },
    });
    expect(await api("/engines/sim/state")).toMatchObject({ health: null });
  });

  it("backends, of which none is started", async () => {
    const { items } = await api<{ items: { name: string }[] }>("/backends");
    expect(items.find(({ name }) => name === "mock")).toEqual({
      name: "mock",
      type: "mock",
      agent: null,
      fault: null,
    });
  });

  it("models with limits, and prices in whole nano-dollars", async () => {
    const { items } = await api<{ items: Record<string, unknown>[] }>("/models?provider=anthropic");
    expect(items.length).toBeGreaterThan(3);
    for (const item of items) {
      expect(item["provider"]).toBe("anthropic");
      const price = item["input_nano_usd"];
      expect(price === null || Number.isSafeInteger(price)).toBe(true);
    }
    // 3 USD for a million tokens.
    const sonnet = items.find(({ model }) => model === "claude-sonnet-4-5");
    expect(sonnet).toMatchObject({ input_nano_usd: 3e9, output_nano_usd: 15e9 });
  });

  it("the register of a pair, as the command prints it", async () => {
    const pair = await api<{ request: unknown; reply: unknown }>("/register/claude/gemini");
    const { request, reply } = registerOf(findDialect("claude"), findDialect("gemini"));
    expect([pair.request, pair.reply]).toEqual(JSON.parse(JSON.stringify([request, reply])));
    expect(dialects.length).toBe(6);
  });
});

describe("questions", () => {
  it("whether a document is valid", async () => {
    expect(await api("/validate", { document: { t: "ping", seq: 1, sec: 2 } })).toEqual({
      valid: true,
      kind: "envelope",
      unknown_members: [expect.objectContaining({ path: "$.sec" })],
    });
    const wrong = await raw("/validate", { kind: "receipt", document: {} });
    expect([wrong.status, (await wrong.json()) as object]).toMatchObject([
      400,
      { code: "contract_schema_violation" },
    ]);
  });

  it("what a request becomes, and what is lost on the way", async () => {
    const body = { model: "gpt-4o", messages: [{ role: "user", content: "hi" }], stop: ["END"], weird: 1 };
    const { report, ...translated } = await api<Record<string, unknown>>("/translate", {
      to: "claude",
      body,
    });
    expect(translated).toMatchObject({
      path: "/v1/messages",
      body: { model: "gpt-4o", stop_sequences: ["END"] },
    });
    expect(report).toMatchObject({ from: "openai", to: "claude" });
    const explained = await api("/explain", { to: "claude", body });
    expect(explained).toMatchObject({ passes: false, choice: [], report: { entries: expect.any(Array) } });
    expect(JSON.stringify(explained["report"])).toContain('"$.weird"');
    const routed = await api("/explain", { engine: "sim-openai", body });
    expect(routed).toMatchObject({ passes: true, report: { entries: [] } });
    const refused = await raw("/translate", { to: "codex", body, emulate: [] });
    expect(await refused.json()).toMatchObject({ code: "E001", status: 400, details: { where: "$.stop" } });
    const gone = await raw("/translate", { engine: "none", body });
    expect(await gone.json()).toMatchObject({ code: "engine_not_found", status: 404 });
  });

  it("whether a model can do what is required", async () => {
    const question = { to: "anthropic/claude-sonnet-4-5", require: ["streaming"] };
    expect(await api("/negotiate", question)).toMatchObject({ verdict: "accept" });
    const unknown = await raw("/negotiate", { ...question, require: ["flying"] });
    expect(await unknown.json()).toMatchObject({ status: 400, details: { where: "$.require[0]" } });
  });
});

describe("receipts", () => {
  it("are listed page by page, the newest first", async () => {
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: Page = await api<Page>(`/receipts?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.items.map(({ run_id }) => run_id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([...runs].reverse());
  });

  it("are found by a filter", async () => {
    const { items } = await api<Page>("/receipts?backend=sim-claude");
    expect(items).toEqual([expect.objectContaining({ run_id: runs[1], kind: "call", outcome: "complete" })]);
    expect((await api<Page>("/receipts?kind=run")).items).toEqual([]);
    expect((await api<Page>(`/receipts?run_id=${runs[2]}`)).items).toHaveLength(1);
  });

  it("are got as they were hashed, and verified", async () => {
    const text = await (await raw(`/receipts/${runs[0]}`)).text();
    expect(text).toBe(await (await receiptOf(daemon, runs[0]!)).text());
    expect(await api("/receipts/verify", { text })).toMatchObject({
      kind: "receipt",
      ok: true,
      findings: [],
    });
    const changed = text.replace('"outcome":"complete"', '"outcome":"failed"');
    expect(await api("/receipts/verify", { text: changed })).toMatchObject({ ok: false });
  });

  it("are proven by bundles, and the log by a checkpoint", async () => {
    const bundle = await (await raw(`/receipts/${runs[0]}/bundle`)).text();
    expect(bundle).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    expect(await api("/receipts/verify", { text: bundle })).toMatchObject({
      kind: "bundle",
      ok: true,
      run_id: runs[0],
    });
    const checkpoint = await (await raw("/log/checkpoint")).text();
    expect(checkpoint.split("\n")[1]).toBe("3");
  });

  it("are compared", async () => {
    const { items } = await api<{ items: { path: string }[] }>("/receipts/compare", {
      left: runs[0],
      right: runs[1],
    });
    expect(items.map(({ path }) => path)).toContain("$.backend.id");
    expect(
      (await api<{ items: unknown[] }>("/receipts/compare", { left: runs[0], right: runs[0] })).items,
    ).toEqual([]);
  });

  it("that are not there are 404", async () => {
    const none = await raw("/receipts/00000000-0000-7000-8000-000000000000");
    expect([none.status, (await none.json()) as object]).toMatchObject([404, { code: "receipt_not_found" }]);
  });
});
