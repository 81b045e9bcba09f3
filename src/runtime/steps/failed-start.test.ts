import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { endOfFailedStart } from "./failed-start.ts";

const endOf = (details: Record<string, unknown>) =>
  endOfFailedStart(new AbpError("sidecar_exited_before_hello", "x", { details }));

describe("the error of a start", () => {
  it("says how the process ended and what it wrote", () => {
    const exit = { code: 3, signal: null, outOfMemory: false };
    expect(endOf({ exit, stderr_tail: "no key", incomplete_line_hex: "7b", kind: "x" })).toEqual({
      exit: { code: 3, signal: null },
      sidecar: { stderr_tail: "no key", incomplete_line_hex: "7b" },
    });
    expect(endOf({ stderr_tail: "no key" })).toEqual({ sidecar: { stderr_tail: "no key" } });
    expect(endOf({ incomplete_line_hex: "7b" })).toEqual({ sidecar: { incomplete_line_hex: "7b" } });
    expect(endOf({ exit })).toEqual({ exit: { code: 3, signal: null } });
  });

  it("says how the process was confined, if there was one", () => {
    const exit = { code: 3, signal: null };
    const confinement = { level: "L3", selfTest: [], network: "proxy" };
    expect(endOf({ exit, confinement })).toEqual({ exit, confinement });
    expect(endOf({ confinement })).toEqual({});
    for (const other of [null, "L3", {}, { level: "L3" }, { network: "proxy" }])
      expect(endOf({ exit, confinement: other })).toEqual({ exit });
  });

  it("says nothing if there was no process", () => {
    expect(endOf({})).toEqual({});
    expect(endOfFailedStart(new Error("x"))).toEqual({});
    expect(endOfFailedStart({ details: { stderr_tail: "x" } })).toEqual({});
  });

  it.each([null, "SIGKILL", 3, {}, { code: 3 }, { signal: "SIGKILL" }])("takes %j for no exit", (exit) => {
    expect(endOf({ exit, stderr_tail: 1, incomplete_line_hex: 2 })).toEqual({});
  });
});
