import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AgentEvent, buildReceipt, type Receipt } from "../../../contract/index.ts";
import { ED25519_COSIGNATURE, formatVerifierKey, makeVerifierKey } from "../../../lib/index.ts";
import {
  createSigningKey,
  formatEnvelope,
  hashCompatible,
  makeBundle,
  ReceiptLog,
  sealReceipt,
  signCheckpoint,
  signEnvelope,
  startKeySet,
} from "../../../receipts/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const key = createSigningKey(Buffer.alloc(32, 7));

const good = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date("2026-03-01T08:00:00Z"),
  finishedAt: new Date("2026-03-01T08:00:01.500Z"),
  backend: { id: "mock" },
  outcome: "complete",
});
const at = (ts: string): AgentEvent => ({ ts, type: "warning", message: "" });

/** Receipts whose hash and signature hold, and whose contents contradict themselves. */
const contradictory: readonly (readonly [string, Partial<Receipt>, string])[] = [
  [
    "a duration that does not match the times",
    { meta: { ...good.meta, duration_ms: 1 } },
    "$.meta.duration_ms",
  ],
  [
    "events out of order",
    { trace: [at("2026-03-01T08:00:01Z"), at("2026-03-01T08:00:00Z")] },
    "$.trace[1].ts",
  ],
  ["a backend without a name", { backend: { ...good.backend, id: "" } }, "$.backend.id"],
];

function writeFiles(files: Readonly<Record<string, string>>): void {
  const keys = JSON.stringify(startKeySet(key, "2026-01-01T00:00:00Z"));
  for (const [name, text] of Object.entries({ ...files, "keys.json": keys })) {
    writeFileSync(join(machine.root, name), text);
  }
}

/** The same receipts as every kind of input that the command takes; the last receipt is the proved one. */
function evidenceOf(...receipts: readonly Receipt[]): Record<string, string> {
  const log = new ReceiptLog({ origin: "test.example/log", tenant: "default" });
  const stored = receipts.map((receipt) => log.append(receipt));
  const last = stored.at(-1)!;
  const checkpoint = signCheckpoint(log, key);
  return {
    "receipt.json": JSON.stringify(sealReceipt(receipts.at(-1)!)),
    "envelope.json": formatEnvelope(signEnvelope(last.bytes, key)),
    "bundle.tlog-proof": makeBundle(last, log, checkpoint),
    "log.jsonl": stored.map(({ bytes }) => `${Buffer.from(bytes).toString("utf8")}\n`).join(""),
    "log.jsonl.checkpoint": checkpoint,
  };
}

const verify = (file: string, ...more: string[]) =>
  machine.run(["receipt", "verify", file, "--keys", "keys.json", ...more]);

const inputs = [
  ["receipt", "receipt.json"],
  ["envelope", "envelope.json"],
  ["bundle", "bundle.tlog-proof"],
  ["log", "log.jsonl"],
] as const;

describe.each(inputs)("abp receipt verify of a %s", (kind, file) => {
  it("accepts a receipt whose contents agree, and requires a signature of the keys that are named", async () => {
    writeFiles(evidenceOf(good));
    const { exit, out } = await verify(file);
    const isSigned = kind !== "receipt";
    expect(out).toMatch(new RegExp(`^${isSigned ? "VALID" : "INVALID"} ${kind} `));
    expect(out.includes("receipt_signature_invalid signatures: a bare receipt has no signature")).toBe(
      !isSigned,
    );
    expect(exit).toBe(isSigned ? 0 : 7);
  });

  it("refuses keys that did not sign it", async () => {
    writeFiles(evidenceOf(good));
    const other = startKeySet(createSigningKey(Buffer.alloc(32, 8)), "2026-01-01T00:00:00Z");
    writeFileSync(join(machine.root, "keys.json"), JSON.stringify(other));
    const { exit, out } = await verify(file);
    expect(out).toMatch(new RegExp(`^INVALID ${kind} `));
    expect(exit).toBe(7);
  });

  it.each(contradictory)("refuses %s, whatever signed it", async (_, changes, where) => {
    writeFiles(evidenceOf({ ...good, ...changes }));
    const { exit, out } = await verify(file);
    expect(out).toMatch(new RegExp(`^INVALID ${kind} `));
    const place = kind === "log" ? `entry 0: ${where}` : where;
    expect(out).toContain(`contract_invalid_receipt ${place}: `);
    expect(exit).toBe(7);
  });
});

describe("abp receipt verify", () => {
  it("takes a receipt whose trace mentions a payloadType for a receipt, and no envelope", async () => {
    const call = { tool_name: "t", tool_use_id: null, parent_tool_use_id: null, input: { payloadType: "x" } };
    const trace = [{ ...at("2026-03-01T08:00:01Z"), type: "tool_call", ...call }] as unknown as AgentEvent[];
    writeFiles(evidenceOf({ ...good, trace }));
    const { exit, out } = await machine.run(["receipt", "verify", "receipt.json"]);
    expect(out).toMatch(/^VALID receipt /);
    expect(exit).toBe(0);
    expect((await verify("envelope.json")).out).toMatch(/^VALID envelope /);
  });

  it("without --keys accepts a bare receipt, and says that nobody signed it", async () => {
    writeFiles(evidenceOf(good));
    const { exit, out } = await machine.run(["receipt", "verify", "receipt.json"]);
    expect(out).toMatch(/^VALID receipt /);
    expect(out).toContain("nobody: the hash shows that it is unchanged, not who made it");
    expect(exit).toBe(0);
  });

  it.each(["receipt.json", "envelope.json"])("refuses %s where a witness is required", async (file) => {
    writeFiles(evidenceOf(good));
    const signer = createSigningKey(Buffer.alloc(32, 9));
    const witness = formatVerifierKey(
      makeVerifierKey("witness.example/w", ED25519_COSIGNATURE, signer.publicKey),
    );
    const keys = file === "receipt.json" ? [] : ["--keys", "keys.json"];
    const { exit, out } = await machine.run(["receipt", "verify", file, ...keys, "--witness", witness]);
    expect(out).toContain(
      "receipt_witness_missing checkpoint: there is no checkpoint that witness.example/w could have countersigned",
    );
    expect(exit).toBe(7);
  });

  it("says which receipt of a log contradicts itself", async () => {
    const later = { ...good.meta, run_id: "00000000-0000-4000-8000-000000000003" };
    writeFiles(evidenceOf(good, { ...good, meta: { ...later, duration_ms: 0 } }));
    const { exit, out } = await verify("log.jsonl", "--json");
    const result = JSON.parse(out) as { ok: boolean; findings: { where: string }[] };
    expect(result.ok).toBe(false);
    expect(result.findings.map((one) => one.where)).toEqual(["entry 1: $.meta.duration_ms"]);
    expect(exit).toBe(7);
  });

  it("reports a fault once that both checks find", async () => {
    const finished_at = "2026-03-01T07:00:00Z";
    writeFiles(evidenceOf({ ...good, meta: { ...good.meta, finished_at, duration_ms: 0 } }));
    const result = JSON.parse((await verify("envelope.json", "--json")).out) as {
      findings: { code: string }[];
    };
    expect(result.findings.map((one) => one.code)).toEqual(["receipt_clock_inverted"]);
  });

  it("shows what is odd and allowed as a warning, and stays valid", async () => {
    const nil = "00000000-0000-0000-0000-000000000000";
    writeFiles(evidenceOf({ ...good, meta: { ...good.meta, work_order_id: nil } }));
    const shown = await verify("bundle.tlog-proof");
    expect(shown.out).toMatch(/^VALID bundle /);
    expect(shown.out).toContain("warning $.meta.work_order_id: the id is nil");
    expect(shown.exit).toBe(0);
    const data = JSON.parse((await verify("bundle.tlog-proof", "--json")).out) as object;
    expect(data).toMatchObject({
      ok: true,
      findings: [],
      warnings: [{ where: "$.meta.work_order_id", code: "contract_invalid_receipt" }],
    });
  });

  it("only warns of the duration of an abp/v0.1 receipt, which another clock measured", async () => {
    const { hash_alg: _, ...foreign } = { ...good, meta: { ...good.meta, duration_ms: 1 } };
    const unsealed = JSON.stringify({ ...foreign, receipt_sha256: null });
    const sealed = { ...foreign, receipt_sha256: hashCompatible(unsealed) };
    writeFiles({ "foreign.json": JSON.stringify(sealed) });
    const { exit, out } = await machine.run(["receipt", "verify", "foreign.json"]);
    expect(out).toMatch(/^VALID receipt /);
    expect(out).toContain("warning $.meta.duration_ms: ");
    expect(exit).toBe(0);
  });

  it("says that a wrapping cannot be read, once", async () => {
    writeFiles({ "broken.tlog-proof": "c2sp.org/tlog-proof@v1\nnothing\n" });
    const result = JSON.parse((await verify("broken.tlog-proof", "--json")).out) as object;
    expect(result).toMatchObject({
      kind: "bundle",
      ok: false,
      findings: [{ where: "bundle" }],
      warnings: [],
    });
  });

  it("says that text is not JSON, once", async () => {
    writeFiles({ "broken.json": "{" });
    const result = JSON.parse((await verify("broken.json", "--json")).out) as {
      findings: { code: string }[];
    };
    expect(result.findings.map((one) => one.code)).toEqual(["input_invalid_json"]);
  });

  it("needs the checkpoint of a log that comes on standard input", async () => {
    const files = evidenceOf(good);
    writeFiles(files);
    const argv = ["receipt", "verify", "-", "--keys", "keys.json"];
    const refused = await machine.run(argv, { stdin: files["log.jsonl"]! });
    expect(refused.exit).toBe(2);
    expect(refused.error).toContain("(standard input): a log on standard input needs --checkpoint");
    const accepted = await machine.run([...argv, "--checkpoint", "log.jsonl.checkpoint"], {
      stdin: files["log.jsonl"]!,
    });
    expect(accepted.out).toMatch(/^VALID log \(standard input\)/);
  });
});
