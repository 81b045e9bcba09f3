import { describe, expect, test } from "vitest";
import type { CallLogEntry } from "./call-entry.ts";
import { writeCallText } from "./call-text.ts";
import { bareCall, finishedCall } from "./fixtures/call.ts";

const write = (entry: CallLogEntry): string => writeCallText(entry, "call failed", (text) => text);

describe("the text line of a call", () => {
  test("reads from left to right: route, models, result, cost, time, names", () => {
    expect(write(finishedCall)).toBe(
      "claude → local mapped claude-sonnet-4-5 → qwen3 200 1,204+380 tok $0.0042 first 412 ms total 3.1 s 2 losses key=dev run=0192f0c1-2345-7abc-8def-0123456789ab",
    );
  });

  test("leaves out the facts that are unknown", () => {
    expect(write(bareCall)).toBe("claude passthrough total 0 ms run=r1");
    expect(write({ ...bareCall, fallbackFrom: [] })).toBe("claude passthrough total 0 ms run=r1");
  });

  test("names the engines that failed before, the error and its field", () => {
    const error = { code: "validation_failed", where: "messages[0].content" };
    const entry = { ...bareCall, engine: "e", fallbackFrom: ["a", "b"], status: 400, error };
    expect(write(entry)).toBe(
      "claude → e after a, b passthrough 400 call failed: validation_failed at messages[0].content total 0 ms run=r1",
    );
    expect(write({ ...bareCall, error: { code: "x" } })).toContain("call failed: x total");
  });

  test("names a model once when the served one is the requested one", () => {
    expect(write({ ...bareCall, requestedModel: "m", servedModel: "m" })).toContain("passthrough m total");
    expect(write({ ...bareCall, requestedModel: "m" })).toContain("passthrough m total");
    expect(write({ ...bareCall, servedModel: "m" })).toContain("passthrough m total");
  });

  test.each([
    [0, undefined, "0+? tok"],
    [undefined, 999, "?+999 tok"],
    [1000, 12_345_678, "1,000+12,345,678 tok"],
  ])("writes %s input and %s output tokens as %s", (inputTokens, outputTokens, text) => {
    expect(write({ ...bareCall, inputTokens, outputTokens })).toContain(` ${text} `);
  });

  test.each([
    [0, "$0"],
    [0.0000123, "$0.000012"],
    [0.000999, "$0.000999"],
    [0.001, "$0.0010"],
    [0.9999, "$0.9999"],
    [1, "$1.00"],
    [12.345, "$12.35"],
  ])("writes a cost of %s as %s", (costUsd, text) => {
    expect(write({ ...bareCall, costUsd })).toContain(` ${text} `);
  });

  test.each([
    [999.4, "999 ms"],
    [1000, "1.0 s"],
    [61_250, "61.3 s"],
  ])("writes %s ms as %s", (ms, text) => {
    expect(write({ ...bareCall, durationMs: ms })).toContain(`total ${text} `);
    expect(write({ ...bareCall, firstByteMs: ms })).toContain(`first ${text} `);
  });

  test("counts losses", () => {
    expect(write({ ...bareCall, losses: 1 })).toContain(" 1 loss run");
    expect(write({ ...bareCall, losses: 3 })).toContain(" 3 losses run");
    expect(write(bareCall)).not.toContain("loss");
  });

  test("quotes a name that could be read as other parts of the line", () => {
    expect(write({ ...bareCall, requestedModel: 'm 200 key="x"', key: "", runId: "a b" })).toBe(
      'claude passthrough "m 200 key=\\"x\\"" total 0 ms run="a b"',
    );
  });

  test("makes every text from outside safe", () => {
    const error = { code: "code", where: "where" };
    const entry = { ...finishedCall, runId: "r", fallbackFrom: ["f"], error };
    const line = writeCallText(entry, "call failed", () => "safe");
    expect(line).toBe(
      "safe → safe after safe mapped safe → safe 200 call failed: safe at safe 1,204+380 tok $0.0042 first 412 ms total 3.1 s 2 losses key=safe run=safe",
    );
  });
});

test("names violations of the policy", () => {
  expect(write({ ...bareCall, violations: ["Bash", "a b"] })).toContain(
    'policy violated by Bash, "a b" run=',
  );
  expect(write({ ...bareCall, violations: [] })).not.toContain("policy");
});
