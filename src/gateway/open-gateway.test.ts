import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { z } from "zod";
import { type Config, ConfigSchema } from "../config/index.ts";
import { openPolicy, type Receipt } from "../contract/index.ts";
import { dialects } from "../dialects/index.ts";
import type { Store } from "../storage/index.ts";
import type { Log } from "../telemetry/index.ts";
import { MemoryLedger } from "./fixtures/memory-ledger.ts";
import { RecordingSink } from "./fixtures/recording-sink.ts";
import { bodyOf } from "./fixtures/test-context.ts";
import {
  enginesOf,
  type GatewayOptions,
  type OpenedGateway,
  openGateway,
  SIM_ENGINE,
} from "./open-gateway.ts";

const opened: OpenedGateway[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((gateway) => gateway.close()));
});

function open(settings: z.input<typeof ConfigSchema> = {}, more: Partial<GatewayOptions> = {}) {
  const ledgers = new Map<string, MemoryLedger>();
  const ledger = vi.fn((tenant: string) => {
    const found = ledgers.get(tenant) ?? new MemoryLedger();
    ledgers.set(tenant, found);
    return found;
  });
  const store = { ledger } as unknown as Store;
  const config = ConfigSchema.parse(settings) as Config;
  const gateway = openGateway({ config, store, env: {}, token: "token-of-secret", ...more });
  opened.push(gateway);
  return { gateway, ledgers, ledger };
}

async function call(
  gateway: OpenedGateway,
  body: unknown = { model: "m", messages: [{ role: "user", content: "hi" }] },
  { token = "token-of-secret", headers = [] as string[], target = "/v1/chat/completions" } = {},
) {
  const admission = gateway.admit({ method: "POST", target, headers: ["x-api-key", token, ...headers] });
  const sink = new RecordingSink();
  const open = gateway.call(admission, bodyOf(body), sink);
  await sink.over;
  await open.recorded;
  return { sink, runId: open.runId };
}

describe("the engines of a configuration", () => {
  it("are simulated ones if none is configured: the default, and one for each dialect", () => {
    const engines = enginesOf(ConfigSchema.parse({}) as Config);
    expect(Object.keys(engines)).toEqual(["sim", ...dialects.map(({ id }) => `sim-${id}`)]);
    expect(engines[SIM_ENGINE]).toMatchObject({ preset: "sim", dialect: "openai", models: [], fallback: [] });
    for (const { id } of dialects) expect(engines[`sim-${id}`]?.dialect).toBe(id);
  });

  it("are the configured ones alone if there are some", () => {
    const config = ConfigSchema.parse({ engines: { mine: { preset: "sim", dialect: "claude" } } }) as Config;
    expect(enginesOf(config)).toBe(config.engines);
  });
});

describe("an opened gateway", () => {
  it("serves a call by the simulated default engine, and records it", async () => {
    const receipts: [Receipt, string][] = [];
    const onReceipt = (receipt: Receipt, tenant: string) => void receipts.push([receipt, tenant]);
    const { gateway, ledgers } = open({ receipts: { tenant: "t" } }, { onReceipt });
    const { sink, runId } = await call(gateway);
    expect([sink.status, sink.header("x-abp-simulated"), sink.header("x-abp-run-id")]).toEqual([
      200,
      "true",
      runId,
    ]);
    expect(ledgers.get("t")?.receipts).toHaveLength(1);
    expect(receipts.map(([receipt, tenant]) => [receipt.meta.run_id, tenant])).toEqual([[runId, "t"]]);
    expect(receipts[0]?.[0].observed?.software).toMatchObject({
      name: "agent-backplane",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
  });

  it.each([
    ["/v1/messages", { max_tokens: 9, messages: [{ role: "user", content: "hi" }], mcp_servers: [] }],
    ["/v1/responses", { input: "hi", tools: [{ type: "tool_search", execution: "client" }] }],
    ["/v1/chat/completions", { messages: [{ role: "user", content: "hi" }] }],
    ["/v1beta/models/m:generateContent", { contents: [{ role: "user", parts: [{ text: "hi" }] }] }],
  ])("answers a caller of %s in its own dialect if no engine is configured", async (target, body) => {
    const { sink } = await call(open().gateway, { model: "m", ...body }, { target });
    expect([sink.status, sink.header("x-abp-mode")]).toEqual([200, "passthrough"]);
  });

  it("keeps to the default engine that is named, or that alone the key may use", async () => {
    const target = "/v1/messages";
    const body = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const named = await call(open({ default_engine: "sim" }).gateway, body, { target });
    expect([named.sink.status, named.sink.header("x-abp-mode")]).toEqual([200, "mapped"]);
    const headers = ["x-abp-engine", "sim"];
    const asked = await call(open().gateway, body, { target, headers });
    expect([asked.sink.status, asked.sink.header("x-abp-mode")]).toEqual([200, "mapped"]);
    const keys = { bound: { token: "token-of-bound", engines: ["sim"] } };
    const options = { target, token: "token-of-bound" };
    const bound = await call(open({ keys }).gateway, body, options);
    expect([bound.sink.status, bound.sink.header("x-abp-mode")]).toEqual([200, "mapped"]);
  });

  it("has no default engine if engines are configured, and uses the one that is named", async () => {
    const engines = {
      a: { preset: "sim", dialect: "openai" },
      b: { preset: "sim", dialect: "claude" },
    } as const;
    const without = await call(open({ engines }).gateway);
    expect([without.sink.status, without.sink.header("x-abp-error")]).toEqual([404, "model_not_routed"]);
    const { sink } = await call(open({ engines, default_engine: "b" }).gateway);
    expect([sink.status, sink.header("x-abp-mode")]).toEqual([200, "mapped"]);
  });

  it("follows the routes, the compatibility and the limits of the configuration", async () => {
    const { gateway } = open({
      routes: { r: { models: ["fast"], engine: "sim-claude", model: "n" } },
      negotiation: { mode: "strict" },
      gateway: { max_body_bytes: 2000, max_depth: 8, max_concurrent_per_key: 3 },
    });
    const head = { method: "POST", target: "/v1/messages", headers: ["x-api-key", "token-of-secret"] };
    expect(gateway.admit(head)).toMatchObject({ maxBodyBytes: 2000, caller: { maxConcurrent: 3 } });
    const messages = [{ role: "user", content: "hi" }];
    const lossy = await call(gateway, { model: "fast", messages, store: true });
    expect(lossy.sink.status).toBe(400);
    const fine = await call(gateway, { model: "fast", messages });
    expect([fine.sink.status, fine.sink.header("x-abp-mode")]).toEqual([200, "mapped"]);
    const deep = await call(gateway, { model: "fast", messages: [[[[[[[[[[]]]]]]]]]] });
    expect(deep.sink.text).toContain("nested deeper than 8 levels");
  });

  it("estimates tokens unless the configuration forbids it", async () => {
    const body = { model: "m", messages: [{ role: "user", content: "hi" }] };
    const options = { target: "/v1/messages/count_tokens", headers: ["x-abp-engine", "sim-openai"] };
    const { sink } = await call(open().gateway, body, options);
    expect([sink.status, sink.header("x-abp-estimate")]).toEqual([200, "true"]);
    const { gateway } = open({ gateway: { estimate_tokens: false } });
    const refused = await call(gateway, body, options);
    expect(refused.sink.header("x-abp-estimate")).toBeUndefined();
  });

  it("opens one ledger for each tenant, and keeps it", async () => {
    const keys = { bob: { token: "bob-secret-token", tenant: "other" } };
    const { gateway, ledger } = open({ keys, receipts: { tenant: "t" } });
    await call(gateway);
    await call(gateway);
    await call(gateway, undefined, { token: "bob-secret-token" });
    expect(ledger.mock.calls).toEqual([["t"], ["other"]]);
  });

  it("opens accounts of runs, whose keys are valid on their paths only, and meters what they use", async () => {
    const { gateway, ledgers } = open({ receipts: { tenant: "t" }, prices: { m: { input: 1, output: 1 } } });
    const runId = "00000000-0000-7000-8000-0000000000aa";
    const account = gateway.openRun({ runId, tenant: "t", budgetUsd: null, name: "owner" });
    const target = `/r/${runId}/v1/chat/completions`;
    const { sink } = await call(gateway, undefined, { token: account.token, target });
    expect(sink.status).toBe(200);
    await expect(call(gateway, undefined, { target })).rejects.toMatchObject({ code: "run_not_found" });
    await expect(call(gateway, undefined, { token: account.token })).rejects.toMatchObject({
      code: "auth_invalid",
    });
    const { calls, usage, receipts } = await account.close();
    const [receipt] = ledgers.get("t")!.receipts;
    expect([calls, usage.input_tokens, receipts[0]?.run_id]).toEqual([
      1,
      receipt?.usage.input_tokens,
      receipt?.meta.run_id,
    ]);
    expect(receipt?.observed?.call).toMatchObject({ caller: "owner", parent_run: runId });
  });

  it("reports a listener of an account that fails", async () => {
    const report = vi.fn();
    const { gateway } = open({}, { report });
    const runId = "00000000-0000-7000-8000-0000000000aa";
    const account = gateway.openRun({ runId, tenant: "default", budgetUsd: null, name: "owner" });
    account.onSpent = () => {
      throw new Error("no");
    };
    await call(gateway, undefined, { token: account.token, target: `/r/${runId}/v1/chat/completions` });
    expect(report).toHaveBeenCalledWith("a listener for the cost of a run failed", expect.any(Error));
  });

  it("opens no account if other threads serve the same port", () => {
    const { gateway } = open({}, { sharesPort: true });
    const runId = "00000000-0000-7000-8000-0000000000aa";
    const request = { runId, tenant: "default", budgetUsd: null, name: "owner" };
    expect(() => gateway.openRun(request)).toThrow("needs a gateway that serves in one thread");
  });

  it("replaces the keys of the configuration, and keeps the owner's", () => {
    const { gateway } = open({ keys: { bob: { token: "bob-secret-token" } } });
    const who = (token: string) =>
      gateway.admit({ method: "GET", target: "/v1/models", headers: ["x-api-key", token] }).caller.name;
    expect([who("bob-secret-token"), who("token-of-secret")]).toEqual(["bob", "owner"]);
    const { keys } = ConfigSchema.parse({ keys: { eve: { token: "eve-secret-token" } } }) as Config;
    gateway.replaceKeys(keys);
    expect([who("eve-secret-token"), who("token-of-secret")]).toEqual(["eve", "owner"]);
    expect(() => who("bob-secret-token")).toThrow(expect.objectContaining({ code: "auth_invalid" }));
  });

  it("has no owner's key if none is given", () => {
    const { gateway } = open({}, { token: undefined });
    const head = { method: "GET", target: "/v1/models", headers: ["x-api-key", "token-of-secret"] };
    expect(() => gateway.admit(head)).toThrow(expect.objectContaining({ code: "auth_invalid" }));
  });

  it("gives every run an id of its own that starts with the time of the clock", async () => {
    const now = () => 0x0190_0000_0000;
    const { gateway } = open({}, { now });
    const ids = new Set<string>();
    for (let count = 0; count < 300; count += 1) {
      const head = { method: "POST", target: "/v1/messages", headers: ["x-api-key", "token-of-secret"] };
      const sink = new RecordingSink();
      ids.add(gateway.call(gateway.admit(head), Buffer.from("{}"), sink).runId);
    }
    expect(ids.size).toBe(300);
    for (const id of ids) expect(id).toMatch(/^01900000-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await nextTurn();
  });

  it("reports a failure that no caller sees to the log and to the given function", async () => {
    const reports: string[] = [];
    const logged: [string, unknown][] = [];
    const log = {
      error: (message: string, fields: unknown) => void logged.push([message, fields]),
      call: () => undefined,
    } as unknown as Log;
    const { gateway, ledgers } = open({}, { log, report: (message) => void reports.push(message) });
    await call(gateway);
    const [ledger] = ledgers.values();
    const failure = new Error("disk full");
    for (let count = 0; count < 3; count += 1) ledger!.failures.set("append", failure);
    await call(gateway);
    expect(reports.length).toBeGreaterThan(0);
    expect(logged[0]).toEqual([reports[0], { error: failure }]);
  });

  it("closes its engines", async () => {
    const { gateway } = open();
    const close = vi.spyOn(gateway.engines, "close");
    await gateway.close();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

describe("the policy of a gateway", () => {
  const body = (tool: string) => ({
    model: "m",
    messages: [{ role: "user", content: "hi" }],
    tools: [{ type: "function", function: { name: tool, parameters: { type: "object" } } }],
  });

  it("is that of the configuration, of its files, of the key and of the route", async () => {
    const directory = mkdtempSync(join(tmpdir(), "abp-policy-"));
    try {
      const file = join(directory, "p.json");
      writeFileSync(file, JSON.stringify({ ...openPolicy(), disallowed_tools: ["FromFile"] }));
      const { gateway } = open({
        policy: { disallowed_tools: ["FromConfig"] },
        policy_profiles: [file],
        keys: { ci: { token: "token-of-ci", policy: { disallowed_tools: ["FromKey"] } } },
        routes: { r: { models: ["m"], engine: "sim", policy: { disallowed_tools: ["FromRoute"] } } },
      });
      const statusOf = async (tool: string, token: string) =>
        (await call(gateway, body(tool), { token })).sink.status;
      for (const tool of ["FromConfig", "FromFile", "FromRoute", "FromKey"])
        expect([tool, await statusOf(tool, "token-of-ci")]).toEqual([tool, 400]);
      expect(await statusOf("Read", "token-of-ci")).toBe(200);
      // The owner's key has no policy of its own.
      expect(await statusOf("FromKey", "token-of-secret")).toBe(200);
      expect(await statusOf("FromConfig", "token-of-secret")).toBe(400);
      gateway.replaceKeys({ ci: { token: "token-of-ci", engines: [] } });
      expect(await statusOf("FromKey", "token-of-ci")).toBe(200);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("asks the approver that it is given, and none by default", async () => {
    const settings = { policy: { require_approval_for: ["Bash"] } };
    expect((await call(open(settings).gateway, body("Bash"))).sink.header("x-abp-error")).toBe("E004");
    const approver = { approve: async () => true };
    expect((await call(open(settings, { approver }).gateway, body("Bash"))).sink.status).toBe(200);
  });

  it("keeps a gateway from opening if a file cannot be read", () => {
    expect(() => open({ policy_profiles: ["/nowhere/p.json"] })).toThrow(/cannot be read/);
  });
});
