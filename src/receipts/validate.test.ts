import { describe, expect, it } from "vitest";
import { sharedExists, sharedJson } from "../../test/shared.ts";
import { type AgentEvent, buildReceipt, type Receipt } from "../contract/index.ts";
import { findReceiptFault, hashCompatible, sealReceipt, validateReceipt } from "./index.ts";

const ts = "2026-03-01T08:00:00Z";
const good = buildReceipt({
  runId: "00000000-0000-4000-8000-000000000001",
  workOrderId: "00000000-0000-4000-8000-000000000002",
  startedAt: new Date(ts),
  finishedAt: new Date("2026-03-01T08:00:01.500Z"),
  backend: { id: "mock" },
  outcome: "complete",
});
const validate = (changes: Partial<Receipt>) =>
  validateReceipt(JSON.stringify(sealReceipt({ ...good, ...changes })));
const call = (id: string | null): AgentEvent => ({
  ts,
  type: "tool_call",
  tool_name: "Bash",
  tool_use_id: id,
  parent_tool_use_id: null,
  input: {},
});
const result = (id: string): AgentEvent => ({
  ts,
  type: "tool_result",
  tool_name: "Bash",
  tool_use_id: id,
  output: "",
  is_error: false,
});

describe("validation", () => {
  it("accepts a sealed receipt", () => {
    expect(validate({})).toEqual({ ok: true, errors: [], warnings: [] });
  });

  it("collects everything that is wrong at once", () => {
    const text = JSON.stringify({
      ...good,
      meta: { ...good.meta, contract_version: "abp/v9.0", started_at: "2026-03-01T09:00:00Z", run_id: "x" },
      backend: { ...good.backend, id: "" },
      outcome: "cancelled",
      receipt_sha256: "0".repeat(64),
    });
    const { errors } = validateReceipt(text);
    expect(errors.map(({ code, where }) => [code, where])).toEqual([
      ["contract_schema_violation", "$.meta.run_id"],
      ["contract_schema_violation", "$.outcome"],
      ["contract_version_mismatch", "$.meta.contract_version"],
      ["contract_invalid_receipt", "$.backend.id"],
      ["receipt_clock_inverted", "$.meta.finished_at"],
      ["contract_invalid_receipt", "$.meta.duration_ms"],
    ]);
  });

  it("checks the hash once the receipt can be read", () => {
    const sealed = sealReceipt(good);
    const codes = (receipt: object) =>
      validateReceipt(JSON.stringify(receipt)).errors.map(({ code }) => code);
    expect(codes({ ...sealed, mode: "passthrough" })).toEqual(["receipt_hash_mismatch"]);
    expect(codes(good)).toEqual(["receipt_hash_missing"]);
  });

  it("holds the duration against the times", () => {
    const { errors } = validate({ meta: { ...good.meta, duration_ms: 1499 } });
    expect(errors).toMatchObject([{ code: "contract_invalid_receipt", where: "$.meta.duration_ms" }]);
  });

  it("accepts the exact duration only, and 0 for inverted times", () => {
    const where = (duration_ms: number) =>
      validate({ meta: { ...good.meta, duration_ms } }).errors.map((one) => one.where);
    expect(where(1500)).toEqual([]);
    expect(where(1501)).toEqual(["$.meta.duration_ms"]);
    const inverted = { ...good.meta, started_at: "2026-03-01T09:00:00Z", duration_ms: 0 };
    expect(validate({ meta: inverted }).errors.map(({ code }) => code)).toEqual(["receipt_clock_inverted"]);
    const instant = { ...good.meta, finished_at: good.meta.started_at, duration_ms: 0 };
    expect(validate({ meta: instant }).ok).toBe(true);
  });

  it.each([
    [{ started_at: "x" }, ["$.meta.started_at"]],
    [{ finished_at: "x" }, ["$.meta.finished_at"]],
    [{ started_at: "x", finished_at: "x" }, ["$.meta.started_at", "$.meta.finished_at"]],
    [{ duration_ms: "1500" }, ["$.meta.duration_ms"]],
    [{ duration_ms: undefined }, ["$.meta.duration_ms"]],
  ])("compares no times and durations that cannot be read: %j", (changes, places) => {
    const { errors } = validateReceipt(JSON.stringify({ ...good, meta: { ...good.meta, ...changes } }));
    expect(errors.filter(({ code }) => code !== "receipt_hash_missing")).toEqual(
      places.map((where) => expect.objectContaining({ code: "contract_schema_violation", where })),
    );
  });

  it("only warns about the duration of a receipt in the form of abp/v0.1", () => {
    const { hash_alg: _algorithm, ...foreign } = { ...good, meta: { ...good.meta, duration_ms: 1 } };
    const unsealed = JSON.stringify({ ...foreign, receipt_sha256: null });
    const sealed = JSON.stringify({ ...foreign, receipt_sha256: hashCompatible(unsealed) });
    expect(validateReceipt(sealed)).toMatchObject({ ok: true, warnings: [{ where: "$.meta.duration_ms" }] });
  });

  it("warns about both ids", () => {
    const nil = "00000000-0000-0000-0000-000000000000";
    const { warnings } = validate({ meta: { ...good.meta, run_id: nil, work_order_id: nil } });
    expect(warnings.map((one) => [one.where, one.message])).toEqual([
      ["$.meta.run_id", "the id is nil"],
      ["$.meta.work_order_id", "the id is nil"],
    ]);
  });

  it("finds an event that is earlier than the one before it, and warns of it if the times are the backend's", () => {
    const at = (time: string): AgentEvent => ({ ts: time, type: "warning", message: "" });
    const trace = [at("2026-03-01T08:00:01Z"), at("2026-03-01T10:00:01+02:00"), at("2026-03-01T08:00:00.9Z")];
    expect(validate({ trace }).errors).toMatchObject([{ where: "$.trace[2].ts" }]);
    const passed = validate({ trace, mode: "passthrough" });
    expect(passed).toMatchObject({ ok: true, warnings: [{ where: "$.trace[2].ts" }] });
    const { hash_alg: _, ...foreign } = { ...good, trace, mode: "passthrough" };
    const { errors, warnings } = validateReceipt(JSON.stringify(foreign));
    expect(errors.map(({ where }) => where)).toContain("$.trace[2].ts");
    expect(warnings).toEqual([]);
  });

  it("counts the ids of calls and results apart", () => {
    expect(
      validate({ trace: [call("1"), result("1"), call("2"), result("2"), call(null), call(null)] }).ok,
    ).toBe(true);
    expect(validate({ trace: [call("1"), call("1")] })).toMatchObject({ ok: true });
    expect(validate({ trace: [call("1"), call("1")] }).warnings).toMatchObject([
      { where: "$.trace[1].tool_use_id" },
    ]);
    expect(validate({ trace: [call("1"), result("1"), result("1")] }).warnings).toMatchObject([
      { where: "$.trace[2].tool_use_id" },
    ]);
  });

  it("warns about nil ids and about an outcome that the trace denies", () => {
    const nil = "00000000-0000-0000-0000-000000000000";
    const error: AgentEvent = { ts, type: "error", message: "m" };
    const where = (changes: Partial<Receipt>) => {
      const { ok, warnings } = validate(changes);
      return [ok, ...warnings.map((one) => one.where)];
    };
    expect(where({ meta: { ...good.meta, work_order_id: nil } })).toEqual([true, "$.meta.work_order_id"]);
    expect(where({ trace: [error] })).toEqual([true, "$.outcome"]);
    expect(where({ outcome: "failed" })).toEqual([true, "$.outcome"]);
    expect(where({ outcome: "failed", trace: [error] })).toEqual([true]);
    expect(where({ outcome: "failed", termination: { reason: "refused" } })).toEqual([true]);
  });

  it("finds the fault of a receipt before it is sealed", () => {
    expect(findReceiptFault(good)).toBeUndefined();
    const inverted = { ...good, meta: { ...good.meta, started_at: "2026-03-01T09:00:00Z" } };
    const [first] = validateReceipt(JSON.stringify(sealReceipt(inverted))).errors;
    expect(findReceiptFault(inverted)).toBe(first!.message);
    expect(findReceiptFault({ ...good, backend: { ...good.backend, id: "" } })).toEqual(expect.any(String));
    expect(() => findReceiptFault({ ...good, usage_raw: "\ud800" })).toThrow(
      expect.objectContaining({ name: "CanonicalError" }),
    );
  });

  it("says what is wrong with text that is no JSON", () => {
    expect(validateReceipt('{"meta":').errors).toMatchObject([{ code: "input_invalid_json" }]);
    expect(validateReceipt("[]").ok).toBe(false);
  });

  it.skipIf(!sharedExists)("accepts the golden receipts of abp/v0.1", () => {
    const { vectors } = sharedJson<{ vectors: { receipt: object; sha256: string }[] }>(
      "vectors/abp-v0.1/golden/receipt-hash-vectors.json",
    );
    for (const { receipt, sha256 } of vectors) {
      expect(validateReceipt(JSON.stringify({ ...receipt, receipt_sha256: sha256 })).errors).toEqual([]);
    }
  });
});
