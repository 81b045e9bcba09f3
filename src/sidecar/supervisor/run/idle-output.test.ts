import { describe, expect, it } from "vitest";
import { IdleOutput } from "./idle-output.ts";

describe("IdleOutput", () => {
  it("permits a mebibyte before each run", () => {
    const idle = new IdleOutput();
    expect([idle.take(1_000_000), idle.take(100_000), idle.take(1)]).toEqual([1_000_000, 48_576, 0]);
    idle.reset();
    expect(idle.take(2_000_000)).toBe(1_048_576);
  });

  it.each([
    ["event", "event_after_final"],
    ["tool_request", "event_after_final"],
    ["final", "second_final"],
    ["fatal", "fatal_after_final"],
    ["hello", "second_hello"],
    ["run", "unexpected_message"],
    ["dance", "unknown_frame"],
    ["constructor", "unknown_frame"],
  ])("takes the frame %s for %s", (kind, violation) => {
    expect(new IdleOutput().breachOf(kind)).toBe(violation);
  });
});
