import { describe, expect, it } from "vitest";
import { CallFailures } from "./call-failures.ts";
import { callReceipt } from "./fixtures/call-receipt.ts";

const failed = (message: string, engine = "e") =>
  callReceipt({
    call: { engine, status: 503 },
    outcome: "failed",
    termination: { reason: "failed", code: "backend_unavailable", message },
  });

describe("the failures of calls", () => {
  it("are said once for each kind, with what to do", () => {
    const failures = new CallFailures();
    expect(failures.linesOf(failed("the connection was refused"))).toEqual([
      "a call to the engine e failed (backend_unavailable): the connection was refused; `abp engines --check` asks every engine",
    ]);
    expect(failures.linesOf(failed("the connection was refused"))).toEqual([]);
    expect(failures.linesOf(failed("it is tried again in 19 s"))).toHaveLength(1);
    expect(failures.linesOf(failed("it is tried again in 7 s"))).toEqual([]);
    expect(failures.linesOf(failed("its host name was not resolved"))).toHaveLength(1);
    expect(failures.linesOf(failed("the connection was refused", "other"))).toHaveLength(1);
  });

  it("include time limits and refusals, and nothing of calls that ended well or were cancelled", () => {
    const failures = new CallFailures();
    const end = (reason: "timed_out" | "refused" | "completed" | "cancelled") =>
      failures.linesOf(callReceipt({ termination: { reason, code: "c", message: "m" } }));
    expect(end("timed_out")).toEqual([
      "a call to the engine e failed (c): m; `abp engines --check` asks every engine",
    ]);
    expect(end("refused")).toEqual(["a call was refused (c): m"]);
    expect(end("completed")).toEqual([]);
    expect(end("cancelled")).toEqual([]);
  });

  it("are none of a receipt that names no end or no call, and have no reason if it gives none", () => {
    const { termination: _, ...endless } = failed("m");
    const { observed: __, ...elsewhere } = failed("m");
    const silent = callReceipt({ termination: { reason: "failed", code: "c" } });
    expect([endless, elsewhere, silent].map((receipt) => new CallFailures().linesOf(receipt))).toEqual([
      [],
      [],
      ["a call to the engine e failed (c): it gave no reason; `abp engines --check` asks every engine"],
    ]);
    const fallback = { call: { fallback_from: [{ engine: "a", code: "backend_timeout" as const }] } };
    const moved = "the engine a failed (backend_timeout); the call went to e";
    const both = (reason: "failed" | "refused" | "cancelled") =>
      new CallFailures().linesOf(
        callReceipt({ ...fallback, termination: { reason, code: "c", message: "m" } }),
      );
    expect([both("cancelled"), both("refused"), both("failed")]).toEqual([
      [moved],
      [moved, "a call was refused (c): m"],
      [moved, "a call to the engine e failed (c): m; `abp engines --check` asks every engine"],
    ]);
  });

  it.each([
    ["in 19 s", "in 7 s", 0],
    ["in 19 ms", "in 7 ms", 0],
    ["in 1.5 s", "in 0.25 s", 0],
    ["in 19 s", "in 7 ms", 0],
    ["in 19 m", "in 7 m", 1],
    ["code 19", "code 7", 1],
  ])("are of one kind if only a time differs: %j and %j", (first, second, count) => {
    const failures = new CallFailures();
    failures.linesOf(failed(first));
    expect(failures.linesOf(failed(second))).toHaveLength(count);
  });

  it("name an engine that failed before another one took the call", () => {
    const failures = new CallFailures();
    const receipt = callReceipt({ call: { fallback_from: [{ engine: "a", code: "backend_timeout" }] } });
    expect(failures.linesOf(receipt)).toEqual(["the engine a failed (backend_timeout); the call went to e"]);
    expect(failures.linesOf(receipt)).toEqual([]);
  });

  it("are shown so that a terminal obeys nothing in them, and at most twenty", () => {
    const failures = new CallFailures();
    expect(failures.linesOf(failed("a\u001b[2Jb"))[0]).toContain("a\\u{1b}[2Jb");
    for (let index = 0; index < 19; index += 1)
      expect(failures.linesOf(failed(String(index)))).toHaveLength(1);
    expect(failures.linesOf(failed("one more"))).toEqual([]);
  });
});
