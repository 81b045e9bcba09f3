import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { type EndedRun, judgeRun } from "./run-result.ts";

const before = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };
const success: JsonObject = {
  type: "result",
  subtype: "success",
  is_error: false,
  usage: { input_tokens: 1 },
  modelUsage: { m: { inputTokens: 3, outputTokens: 1 } },
};

function judge(more: Partial<EndedRun> = {}) {
  return judgeRun({
    result: success,
    end: { code: 0, signal: null, fault: undefined },
    wasEnded: false,
    isCancelled: false,
    session: "s",
    usageBasis: { before, hasVendorPrices: true },
    toolCalls: 0,
    denials: 0,
    wantsStructuredOutput: false,
    stderrTail: "",
    ...more,
  });
}

describe("a run of Claude Code", () => {
  it("is complete with a good result and a good exit", () => {
    expect(judge()).toEqual({
      result: {
        outcome: "complete",
        session: "s",
        usage: {
          input_tokens: 3,
          output_tokens: 1,
          cache_read_tokens: 0,
          cache_write_tokens: 0,
          estimated_cost_usd: 0,
        },
        usageRaw: { usage: success["usage"], modelUsage: success["modelUsage"] },
      },
      warnings: [],
    });
    expect(judge({ session: undefined }).result).not.toHaveProperty("session");
  });

  it("fails without a result, and says how Claude Code ended", () => {
    const result = undefined;
    expect(() => judge({ result, end: { code: 3, signal: null, fault: undefined } })).toThrow(
      /^Claude Code ended without a result: exit code 3$/,
    );
    const killed = { code: null, signal: "SIGSEGV", fault: undefined } as const;
    expect(() => judge({ result, end: killed, stderrTail: "oh no" })).toThrow(
      "Claude Code ended without a result: signal SIGSEGV; oh no",
    );
  });

  it("fails with the fault of its output", () => {
    const fault = new Error("cannot be read");
    expect(() => judge({ end: { code: null, signal: "SIGKILL", fault } })).toThrow(fault);
  });

  it.each([
    [{ is_error: true, errors: ["one", "two"], result: "text" }, "Claude Code failed: one; two"],
    [{ is_error: true, errors: [], result: "text" }, "Claude Code failed: text"],
    [{ is_error: true, subtype: "error_during_execution" }, "Claude Code failed: error_during_execution"],
  ])("fails with the words of its result: %j", (members, message) => {
    expect(() => judge({ result: { ...success, ...members } })).toThrow(message);
  });

  it.each(["error_max_turns", "error_max_budget_usd"])("is partial at a limit: %s", (subtype) => {
    const result = { ...success, subtype, is_error: true, errors: ["Reached it"] };
    expect(judge({ result })).toMatchObject({ result: { outcome: "partial" }, warnings: ["Reached it"] });
  });

  it("is partial if Claude Code fails after its result", () => {
    const end = { code: 1, signal: null, fault: undefined };
    expect(judge({ end, stderrTail: "oh" })).toMatchObject({
      result: { outcome: "partial", session: "s" },
      warnings: ["Claude Code failed after its result: exit code 1; oh"],
    });
  });

  it("is complete if Claude Code had to be ended after its result", () => {
    expect(judge({ wasEnded: true, end: { code: null, signal: "SIGKILL", fault: undefined } })).toMatchObject(
      {
        result: { outcome: "complete" },
        warnings: ["Claude Code did not end after its result and was ended"],
      },
    );
  });

  it("is partial after a cancel, whatever the result, with the usage if it is known", () => {
    const end = { code: null, signal: "SIGKILL", fault: new Error("x") } as const;
    expect(judge({ isCancelled: true, end }).result).toMatchObject({
      outcome: "partial",
      usage: { input_tokens: 3 },
    });
    expect(judge({ isCancelled: true, result: undefined })).toEqual({
      result: { outcome: "partial", session: "s" },
      warnings: [],
    });
  });

  it("is partial if every tool was denied", () => {
    const one = judge({ denials: 1 });
    expect(one).toMatchObject({
      result: { outcome: "partial" },
      warnings: ["nothing was done: 1 tool was denied"],
    });
    const result = { ...success, permission_denials: [{}, {}] };
    expect(judge({ result, denials: 1 }).warnings).toEqual(["nothing was done: 2 tools were denied"]);
    expect(judge({ denials: 1, toolCalls: 1 }).result.outcome).toBe("complete");
  });

  it("returns the answer in the form of the schema, and is partial without it", () => {
    const result = { ...success, structured_output: { a: 1 } };
    expect(judge({ result, wantsStructuredOutput: true }).result).toMatchObject({
      outcome: "complete",
      structuredOutput: { a: 1 },
    });
    expect(judge({ wantsStructuredOutput: true })).toMatchObject({
      result: { outcome: "partial" },
      warnings: ["Claude Code gave no answer in the form that the work order asks for"],
    });
  });
});

it("a result whose kind hides its text fails the run and not its host", () => {
  const hidden = { toString: 1, valueOf: 1 };
  const result = { ...success, subtype: hidden, is_error: true, errors: [hidden] };
  expect(() => judge({ result })).toThrow("[object]");
});
