import { describe, expect, it } from "vitest";
import { sharedExists, sharedJson } from "../../test/shared.ts";
import { compatibleText, hashCompatible } from "./compatibility.ts";
import { verifyReceipt } from "./index.ts";

interface HashVector {
  readonly source: string;
  readonly sha256: string;
  readonly canonical: string;
  readonly receipt: Record<string, unknown>;
}

const minimal = {
  meta: {
    run_id: "00000000-0000-4000-8000-000000000001",
    work_order_id: "00000000-0000-4000-8000-000000000002",
    contract_version: "abp/v0.1",
    started_at: "2025-01-01T00:00:00Z",
    finished_at: "2025-01-01T00:00:00Z",
    duration_ms: 0,
  },
  backend: { id: "mock" },
  capabilities: {},
  usage_raw: {},
  usage: {},
  trace: [] as unknown[],
  artifacts: [],
  verification: { harness_ok: true },
  outcome: "complete",
};
const text = (changes: object = {}) => JSON.stringify({ ...minimal, ...changes });
const form = (changes: object) => JSON.parse(compatibleText(text(changes)));
const ts = "2025-01-01T00:00:00Z";

/** Every receipt inside a snapshot, whatever wraps it. */
function* receiptsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  if (typeof members["meta"] === "object" && "trace" in members && "usage_raw" in members) yield members;
  for (const member of Object.values(members)) yield* receiptsIn(member);
}

describe.skipIf(!sharedExists)("the hash of abp/v0.1", () => {
  const { vectors } = sharedExists
    ? sharedJson<{ vectors: HashVector[] }>("vectors/abp-v0.1/golden/receipt-hash-vectors.json")
    : { vectors: [] };

  it("is reproduced for all golden receipts, and their bytes too", () => {
    expect(vectors).toHaveLength(17);
    for (const { receipt, canonical, sha256, source } of vectors) {
      expect([source, compatibleText(JSON.stringify(receipt))]).toEqual([source, canonical]);
      expect([source, hashCompatible(JSON.stringify(receipt))]).toEqual([source, sha256]);
      const sealed = JSON.stringify({ ...receipt, receipt_sha256: sha256 });
      expect(verifyReceipt(sealed)).toMatchObject({ ok: true, profile: "serde-v0.1" });
    }
  });

  it("does not depend on member order, unknown members or the hash itself", () => {
    for (const { receipt, sha256 } of vectors) {
      const turned = Object.fromEntries(Object.entries(receipt).reverse());
      const more = { ...turned, decision_id: "d", receipt_sha256: "0".repeat(64) };
      expect(hashCompatible(JSON.stringify(more))).toBe(sha256);
    }
  });

  it("has one form for the receipts of every snapshot that is free of placeholders", () => {
    const files = ["snapshots-receipt.json", "snapshots-envelope.json"];
    const receipts = files.flatMap((file) => [...receiptsIn(sharedJson(`vectors/abp-v0.1/golden/${file}`))]);
    const whole = receipts.filter((receipt) => !/"\[[a-z_]+\]"/.test(JSON.stringify(receipt)));
    expect(whole.length).toBeGreaterThan(80);
    let hashed = 0;
    for (const receipt of whole) {
      const first = compatibleText(JSON.stringify(receipt));
      expect(compatibleText(first)).toBe(first);
      const stated = receipt["receipt_sha256"];
      if (typeof stated === "string" && /^[0-9a-f]{64}$/.test(stated) && !/^(.)\1*$/.test(stated)) {
        hashed += 1;
        expect([stated, hashCompatible(first)]).toEqual([stated, stated]);
      }
    }
    expect(hashed).toBeGreaterThanOrEqual(7);
  });
});

describe("the typed form of abp/v0.1", () => {
  it("fills in what is absent", () => {
    expect(form({})).toEqual({
      ...minimal,
      backend: { id: "mock", backend_version: null, adapter_version: null },
      mode: "mapped",
      usage: {
        input_tokens: null,
        output_tokens: null,
        cache_read_tokens: null,
        cache_write_tokens: null,
        request_units: null,
        estimated_cost_usd: null,
      },
      verification: { git_diff: null, git_status: null, harness_ok: true },
      receipt_sha256: null,
    });
  });

  it("keeps exactly the members of each event", () => {
    const trace = [
      { type: "tool_call", ts, tool_name: "Bash", input: { b: 1, a: [null] }, extra: 1 },
      { type: "tool_result", ts, tool_name: "Bash", output: null, is_error: false, ext: null },
      { type: "command_executed", ts, command: "ls" },
      { type: "error", ts, message: "m", error_code: null },
      { type: "error", ts, message: "m", error_code: "internal", ext: { raw_message: { z: 1 } } },
    ];
    expect(form({ trace }).trace).toEqual([
      {
        type: "tool_call",
        ts,
        tool_name: "Bash",
        tool_use_id: null,
        parent_tool_use_id: null,
        input: { b: 1, a: [null] },
      },
      { type: "tool_result", ts, tool_name: "Bash", tool_use_id: null, output: null, is_error: false },
      { type: "command_executed", ts, command: "ls", exit_code: null, output_preview: null },
      { type: "error", ts, message: "m" },
      { type: "error", ts, message: "m", error_code: "internal", ext: { raw_message: { z: 1 } } },
    ]);
  });

  it("spells times, ids and costs as the earlier implementation does", () => {
    const meta = {
      ...minimal.meta,
      run_id: "ABCDEF00-0000-4000-8000-00000000000A",
      work_order_id: "urn:uuid:abcdef0000004000800000000000000b",
      started_at: "2025-01-01T02:00:00.100+02:00",
      finished_at: "2025-01-01T00:00:00.1000005Z",
    };
    expect(form({ meta }).meta).toMatchObject({
      run_id: "abcdef00-0000-4000-8000-00000000000a",
      work_order_id: "abcdef00-0000-4000-8000-00000000000b",
      started_at: "2025-01-01T00:00:00.100Z",
      finished_at: "2025-01-01T00:00:00.100000500Z",
    });
    const cost = (literal: string) =>
      /"estimated_cost_usd":([^,}]*)/.exec(
        compatibleText(text({ usage: { estimated_cost_usd: 7 } }).replace(":7", `:${literal}`)),
      )?.[1];
    expect(["0", "1", "0.042", "1e20", "-0"].map(cost)).toEqual(["0.0", "1.0", "0.042", "1e+20", "-0.0"]);
  });

  it.each([
    "abcdef00-0000-4000-8000-00000000000a",
    "ABCDEF00-0000-4000-8000-00000000000A",
    "abcdef0000004000800000000000000a",
    "{abcdef00-0000-4000-8000-00000000000a}",
    "{abcdef0000004000800000000000000a}",
    "urn:uuid:abcdef00-0000-4000-8000-00000000000a",
  ])("spells the id %s with hyphens and small letters", (id) => {
    expect(form({ meta: { ...minimal.meta, run_id: id } }).meta.run_id).toBe(
      "abcdef00-0000-4000-8000-00000000000a",
    );
  });

  it.each([
    7,
    "",
    "{}",
    "{abcdef0000004000800000000000000a",
    "abcdef0000004000800000000000000",
    "abcdef0000004000800000000000000aa",
    "abcdef00-0000-4000-8000-00000000000ax",
    "xabcdef00-0000-4000-8000-00000000000a",
    "abcdef000-000-4000-8000-00000000000a",
    "gbcdef0000004000800000000000000a",
    "uuid:abcdef0000004000800000000000000a",
  ])("refuses %j, which is no id", (id) => {
    expect(hashCompatible(text({ meta: { ...minimal.meta, run_id: id } }))).toMatchObject({
      where: "$.meta.run_id",
    });
  });

  it.each(["null", "7", "[]", '"x"'])("is not read from %s, which is no object", (input) => {
    expect(verifyReceipt(input).findings).toEqual([
      expect.objectContaining({ where: "$", message: "$ is not an object" }),
    ]);
  });

  it.each([
    ["meta", "$.meta"],
    ["backend", "$.backend"],
    ["capabilities", "$.capabilities"],
    ["usage", "$.usage"],
    ["verification", "$.verification"],
  ])("is not read if %s is no object", (name, where) => {
    for (const value of [undefined, null, 7, [], "x", true]) {
      expect(hashCompatible(text({ [name]: value }))).toEqual({
        code: "contract_schema_violation",
        where,
        message: `${where} is not an object`,
      });
    }
    expect(hashCompatible("7")).toMatchObject({ where: "$", message: "$ is not an object" });
  });

  it("keeps integers that a double cannot hold, and floats as floats, in free JSON", () => {
    const raw = text({ usage_raw: 7 }).replace('"usage_raw":7', '"usage_raw":[18446744073709551615,1.0,1e3]');
    expect(compatibleText(raw)).toContain('"usage_raw":[18446744073709551615,1.0,1000.0]');
    const sealed = `${raw.slice(0, -1)},"receipt_sha256":"${hashCompatible(raw)}"}`;
    expect(verifyReceipt(sealed)).toMatchObject({ ok: true, profile: "serde-v0.1" });
    expect(verifyReceipt(sealed.replace("551615", "551614")).findings).toMatchObject([
      { code: "receipt_hash_mismatch" },
    ]);
  });

  it.each([
    ["a count with a fraction", { usage: { input_tokens: 1.5 } }, "$.usage.input_tokens"],
    ["a negative count", { usage: { input_tokens: -1 } }, "$.usage.input_tokens"],
    ["an event that it does not know", { trace: [{ type: "thinking", ts }] }, "$.trace[0].type"],
    ["an event without a required member", { trace: [{ type: "warning", ts }] }, "$.trace[0].message"],
    ["an unknown outcome", { outcome: "cancelled" }, "$.outcome"],
    ["a level of support that is none", { capabilities: { streaming: "some" } }, "$.capabilities.streaming"],
    ["no trace", { trace: undefined }, "$.trace"],
    ["a bad id", { meta: { ...minimal.meta, run_id: "r-1" } }, "$.meta.run_id"],
  ])("refuses %s", (_, changes, where) => {
    expect(hashCompatible(text(changes))).toMatchObject({ code: "contract_schema_violation", where });
  });

  it.each([
    ['{"a":', "$.a"],
    ['{"a": 1, "a": 2}', "$.a"],
  ])("refuses %s, which is no JSON", (broken, where) => {
    expect(hashCompatible(broken)).toMatchObject({ code: "input_invalid_json", where });
  });

  it("is not read from a text with another fault than its numbers", () => {
    const large = text({ usage_raw: { n: 1 } }).replace('"n":1', '"n":9007199254740993');
    expect(large).toContain("9007199254740993");
    const codeOf = (input: string) => verifyReceipt(input).findings.map(({ code }) => code);
    expect(codeOf(large)).toEqual(["receipt_hash_missing"]);
    expect(codeOf(`${large} x`)).toEqual(["input_invalid_json"]);
    expect(codeOf(large.replace("{", '{"hash_alg":"jcs-sha256",'))).toEqual(["input_invalid_json"]);
    expect(codeOf(`[${large}]`)).toEqual(["input_invalid_json"]);
    expect(codeOf(`${text()} x`)).toEqual(["receipt_trailing_bytes"]);
  });

  it("is checked on receipts that come by themselves only", () => {
    const sealed = text({ receipt_sha256: hashCompatible(text()) });
    expect(verifyReceipt(sealed)).toMatchObject({ ok: true, profile: "serde-v0.1" });
    expect(verifyReceipt(text({ receipt_sha256: null })).findings).toMatchObject([
      { code: "receipt_hash_missing" },
    ]);
  });
});
