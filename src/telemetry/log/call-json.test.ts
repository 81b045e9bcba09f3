import { describe, expect, test } from "vitest";
import type { CallLogEntry } from "./call-entry.ts";
import { writeCallJson } from "./call-json.ts";
import { bareCall, finishedCall } from "./fixtures/call.ts";

const time = "2026-01-02T03:04:05.678Z";

function write(entry: CallLogEntry, show = (text: string) => text): unknown {
  return JSON.parse(`${writeCallJson(entry, "call finished", time, show)}}`);
}

describe("the JSON line of a call", () => {
  test("has every known fact under its documented name, times to a tenth of a millisecond", () => {
    const entry = { ...finishedCall, fallbackFrom: ["a", "b"], error: { code: "c", where: "messages[0]" } };
    expect(write(entry)).toEqual({
      level: "info",
      time,
      message: "call finished",
      key: "dev",
      dialect: "claude",
      engine: "local",
      requested_model: "claude-sonnet-4-5",
      served_model: "qwen3",
      mode: "mapped",
      status: 200,
      input_tokens: 1204,
      output_tokens: 380,
      cost_usd: 0.0042,
      first_byte_ms: 412.3,
      duration_ms: 3150,
      losses: 2,
      run_id: "0192f0c1-2345-7abc-8def-0123456789ab",
      fallback_from: ["a", "b"],
      error: { code: "c", where: "messages[0]" },
    });
  });

  test("leaves out the facts that are unknown", () => {
    expect(write({ ...bareCall, fallbackFrom: [], error: { code: "c" } })).toEqual({
      level: "info",
      time,
      message: "call finished",
      dialect: "claude",
      mode: "passthrough",
      duration_ms: 0,
      losses: 0,
      run_id: "r1",
      error: { code: "c" },
    });
  });

  test("says warn for a failed and for a refused call", () => {
    for (const outcome of ["call failed", "call refused"] as const) {
      const line = `${writeCallJson(bareCall, outcome, time, (text) => text)}}`;
      expect(JSON.parse(line)).toMatchObject({ level: "warn", message: outcome });
    }
  });

  test("stays JSON when a number is not finite", () => {
    const line = write({ ...bareCall, costUsd: Number.NaN, durationMs: Number.POSITIVE_INFINITY });
    expect(line).not.toHaveProperty("cost_usd");
    expect(line).not.toHaveProperty("duration_ms");
  });

  test("makes every text from outside safe", () => {
    const entry = {
      ...finishedCall,
      runId: "r",
      fallbackFrom: ["fallback"],
      error: { code: "code", where: "where" },
    };
    const shown: string[] = [];
    const line = write(entry, (text) => {
      shown.push(text);
      return '"safe"\n';
    });
    expect(shown).toEqual([
      "dev",
      "claude",
      "local",
      "claude-sonnet-4-5",
      "qwen3",
      "r",
      "fallback",
      "where",
      "code",
    ]);
    expect(line).toMatchObject({
      key: '"safe"\n',
      requested_model: '"safe"\n',
      fallback_from: ['"safe"\n'],
      error: { code: '"safe"\n', where: '"safe"\n' },
    });
  });
});

test("names violations of the policy, as a warning", () => {
  expect(write({ ...bareCall, violations: ["Bash", "a b"] })).toMatchObject({
    level: "warn",
    policy_violations: ["Bash", "a b"],
  });
  expect(write({ ...bareCall, violations: [] })).not.toHaveProperty("policy_violations");
});
