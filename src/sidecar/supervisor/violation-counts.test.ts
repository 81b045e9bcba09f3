import { describe, expect, it } from "vitest";
import { type Violation, ViolationCounts } from "./violation-counts.ts";

describe("ViolationCounts", () => {
  it("counts by kind, and records nothing while there are none", () => {
    const counts = new ViolationCounts();
    expect([counts.record(), counts.of("second_final")]).toEqual([undefined, 0]);
    expect(counts.add("unknown_support_level", 0)).toBe(0);
    expect(counts.record()).toBeUndefined();
    expect(counts.add("wrong_ref_id")).toBe(1);
    expect(counts.add("wrong_ref_id", 2)).toBe(3);
    expect(counts.of("wrong_ref_id")).toBe(3);
    expect(counts.record()).toEqual({ wrong_ref_id: 3 });
  });

  it.each<Violation>([
    "second_final",
    "fatal_after_final",
    "final_after_fatal",
    "second_fatal",
    "second_hello",
    "unexpected_message",
    "missing_line_feed",
    "invalid_line_after_final",
    "output_after_final",
  ])("permits no further run after %s", (violation) => {
    const counts = new ViolationCounts();
    counts.add("wrong_ref_id");
    counts.add(violation);
    expect(counts.isReuseSafe).toBe(false);
  });

  it.each<Violation>([
    "wrong_ref_id",
    "event_after_final",
    "unexpected_pong",
    "unknown_event_type",
    "unknown_support_level",
    "nonzero_exit_after_final",
  ])("permits a further run after %s", (violation) => {
    const counts = new ViolationCounts();
    counts.add(violation);
    expect(counts.isReuseSafe).toBe(true);
  });
});
