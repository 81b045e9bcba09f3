import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { splitEntries, trustKeys, verifyBundle, verifyLog } from "../../../src/receipts/index.ts";
import { KeyStore } from "../../../src/storage/index.ts";
import { hasPython } from "../../runs/fixtures/machine.ts";
import type { FuzzedDialect } from "../fuzzed-shapes.ts";
import { openTestGateway, type TestGateway } from "../test-gateway.ts";
import { type OddCall, oddCall } from "./odd-calls.ts";

const CALLS = process.env["ABP_FAULTS_FULL"] === "1" ? 6000 : 250;
const MAX_SILENCE_MS = 30_000;
const ORIGIN = "localhost/abp";

/** Names of engines and keys that the configuration accepts. */
const ODD_NAMES = {
  claude: 'quo"te\\',
  openai: "a b/c",
  codex: "constructor",
  gemini: "x".repeat(128),
  kimi: "\u00e9\u00ff",
  copilot: "ключ 🙂",
} as const satisfies Record<FuzzedDialect, string>;
const KEYS = ["key 1", "constructor", "ключ 🙂", "y".repeat(128)];
const tokenOf = (name: string) => `token-${Buffer.from(name).toString("hex").slice(0, 60).padEnd(16, "0")}`;

let gateway: TestGateway;
let current: OddCall | undefined;
const vendor = createServer((incoming, response) => {
  const dialect = incoming.url!.split("/")[1] as FuzzedDialect;
  const { status, headers, body } = current!.answers[dialect];
  incoming.resume().on("end", () => {
    response.writeHead(status, headers);
    response.end(body);
  });
});

beforeAll(async () => {
  vendor.listen(0, "127.0.0.1");
  await once(vendor, "listening");
  const base = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const engine = (dialect: FuzzedDialect, more: object = {}) =>
    [
      ODD_NAMES[dialect],
      { dialect, base_url: `${base}/${dialect}`, api_key: "k", retries: 0, ...more },
    ] as const;
  gateway = await openTestGateway({
    engines: Object.fromEntries([
      engine("claude", { fallback: [{ engine: ODD_NAMES.copilot, model: "né\u0000" }] }),
      engine("openai"),
      engine("codex"),
      engine("gemini"),
      engine("kimi"),
      engine("copilot"),
    ]),
    default_engine: ODD_NAMES.copilot,
    routes: { "odd route 🙂": { models: ["Read", "__proto__*"], engine: ODD_NAMES.gemini, model: "né 🙂" } },
    keys: Object.fromEntries(
      KEYS.map((name, at) => [
        name,
        {
          token: tokenOf(name),
          endpoints: ["files", "batches", "cached_contents"],
          ...(at === 1 ? { tenant: "other.tenant" } : {}),
          ...(at === 2 ? { disallowed_tools: ["Read*", "mcp__*"], disallowed_models: ["né*"] } : {}),
        },
      ]),
    ),
  });
});
afterAll(async () => {
  await gateway.close();
  vendor.closeAllConnections();
  await new Promise((resolve) => vendor.close(resolve));
});

/** Sends a call; answers its status and the id of its run. */
function send(
  call: OddCall,
  key: string,
): Promise<{ readonly status: number; readonly run: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = call;
    const url = new URL(gateway.baseUrl);
    const outgoing = request({ method, path, host: url.hostname, port: url.port, agent: false });
    for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
    outgoing.setHeader("x-abp-key", tokenOf(key));
    outgoing.on("response", (response) => {
      const run = response.headers["x-abp-run-id"] as string | undefined;
      const done = () => resolve({ status: response.statusCode!, run });
      response.resume().on("end", done).on("error", done).on("close", done);
    });
    outgoing.on("error", reject);
    outgoing.setTimeout(MAX_SILENCE_MS, () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
    outgoing.end(body);
  });
}

/** Everything that the store has of a tenant, in the form that both verifiers take. */
async function logOf(tenant: string) {
  const ledger = gateway.store.ledger(tenant);
  const runs: string[] = [];
  const entries: Uint8Array[] = [];
  const bundles: string[] = [];
  for await (const { receipt, bytes } of ledger.entries()) {
    runs.push(receipt.meta.run_id);
    entries.push(bytes);
  }
  const checkpoint = await ledger.checkpoint();
  for (let seq = 0; seq < entries.length; seq += 1) bundles.push(await ledger.prove(seq));
  return { tenant, runs, entries, checkpoint, bundles };
}

describe("whatever a caller sends and a vendor answers", () => {
  const statuses = new Set<number>();
  const answered = new Map<string, number>();

  it("has one receipt, without a report of a failure", { timeout: 900_000 }, async () => {
    const names = Object.values(ODD_NAMES).filter((name) => /^[\x20-\xff]*$/.test(name));
    for (let seed = 0; seed < CALLS; seed += 1) {
      current = oddCall(seed, names, (dialect) => `/${dialect}`);
      const { status, run } = await send(current, KEYS[seed % KEYS.length]!);
      statuses.add(status);
      if (run !== undefined) answered.set(run, seed);
    }
    await gateway.recorded();
    expect(gateway.reports).toEqual([]);
    const { runs } = await logOf("default");
    const others = (await logOf("other.tenant")).runs;
    const recorded = new Set([...runs, ...others]);
    expect(recorded.size).toBe(runs.length + others.length);
    expect([...answered].filter(([run]) => !recorded.has(run))).toEqual([]);
    // The calls reach the vendor, and are refused, in many ways.
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 429]));
    expect(answered.size).toBeGreaterThan(CALLS * 0.8);
    expect(new Set(runs.concat(others)).size).toBeGreaterThanOrEqual(answered.size);
  });

  it.each(["default", "other.tenant"])(
    "is in a log that both verifiers accept: %s",
    { timeout: 900_000 },
    async (tenant) => {
      const log = await logOf(tenant);
      const keys = await new KeyStore(join(gateway.root, "keys")).keySet();
      const origin = `${ORIGIN}/${tenant}`;
      const options = { keys: trustKeys(keys), origin, tenant };
      const findings = log.bundles.flatMap((bundle, seq) =>
        verifyBundle(Buffer.from(bundle), options).findings.map((found) => ({ seq, ...found })),
      );
      expect(findings).toEqual([]);
      const text = Buffer.concat(log.entries.flatMap((entry) => [entry, Buffer.from("\n")]));
      const whole = verifyLog({ entries: splitEntries(text), checkpoint: log.checkpoint }, options);
      expect(whole.findings).toEqual([]);
      if (!hasPython()) return;
      const base64 = (value: Uint8Array | string) => Buffer.from(value).toString("base64");
      const shared = { keys, origin, tenant };
      const cases = [
        ...log.entries.map((entry) => ({ kind: "receipt", input: base64(entry) })),
        ...log.bundles.map((bundle) => ({ kind: "bundle", input: base64(bundle), ...shared })),
        { kind: "log", input: base64(text), checkpoint: base64(log.checkpoint), ...shared },
      ];
      const batch = new URL("../../../conformance/receipts/batch.py", import.meta.url).pathname;
      const { stdout } = spawnSync("/usr/bin/python3", [batch], {
        input: cases.map((one) => JSON.stringify(one)).join("\n"),
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      const answers = stdout.trim().split("\n");
      expect(answers).toHaveLength(cases.length);
      expect(new Set(answers)).toEqual(new Set(['{"ok": true, "codes": []}']));
    },
  );
});
