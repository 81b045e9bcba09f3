import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { report } from "../fixtures/fake-backend.ts";
import { RunControl } from "./run-control.ts";
import { endWith, failureOf, reasonOf } from "./run-end.ts";

const error = new AbpError("run_idle", "too long");

describe("the end of a run with an error", () => {
  it("names it, and stands on an empty report if there is none", () => {
    expect(endWith(error, "timed_out")).toEqual({
      report: { outcome: "failed", usage: {}, usageRaw: {}, artifacts: [], harnessOk: false },
      termination: { reason: "timed_out", code: "run_idle", message: "too long" },
      error,
    });
    expect(endWith(error, "failed", report).report).toBe(report);
  });
});

describe("the failure of a run", () => {
  it("is an error with a code, and keeps its cause", () => {
    expect(failureOf(error)).toBe(error);
    const cause = new Error("boom");
    expect(failureOf(cause)).toMatchObject({
      code: "backend_crashed",
      message: "the backend failed: boom",
      cause,
    });
    expect([reasonOf(cause), reasonOf("text"), reasonOf(null)]).toEqual(["boom", "text", "null"]);
  });
});

describe("the control of a run", () => {
  it("ends it once, with the first cause, and tells the backend why", () => {
    const control = new RunControl();
    expect([control.cause, control.signal.aborted, control.killed.aborted]).toEqual([
      undefined,
      false,
      false,
    ]);
    control.end(error, "timed_out");
    control.cancel("too late");
    expect(control.cause).toEqual({ error, reason: "timed_out" });
    expect([control.signal.reason, control.killed.aborted]).toEqual(["too long", false]);
    control.kill();
    expect([control.killed.aborted, control.cause?.error]).toEqual([true, error]);
    expect(getEventListeners(control.signal, "abort")).toEqual([]);
  });

  it("cancels it with the words of the caller", () => {
    const control = new RunControl();
    control.cancel("enough");
    expect(control.cause).toMatchObject({
      reason: "cancelled",
      error: {
        code: "run_cancelled",
        message: "the caller cancelled the run: enough",
        cause: "enough",
      },
    });
    const silent = new RunControl();
    silent.kill();
    expect(silent.cause?.error.message).toBe("the caller cancelled the run");
  });
});
