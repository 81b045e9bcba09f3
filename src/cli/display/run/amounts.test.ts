import { describe, expect, it } from "vitest";
import { countOf, formatCost, formatElapsed, formatTokens } from "./amounts.ts";

describe("amounts for people", () => {
  it.each([
    [0, "0 s"],
    [999, "0 s"],
    [59_999, "59 s"],
    [60_000, "1:00"],
    [185_000, "3:05"],
    [3_599_999, "59:59"],
    [3_600_000, "1:00:00"],
    [3_723_000, "1:02:03"],
  ])("write %i ms as %s", (ms, text) => {
    expect(formatElapsed(ms)).toBe(text);
  });

  it.each([
    [999, "999"],
    [1000, "1.0k"],
    [12_345, "12.3k"],
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [4_120_000, "4.1M"],
  ])("write %i tokens as %s", (count, text) => {
    expect(formatTokens(count)).toBe(text);
  });

  it.each([
    [0, "$0.00"],
    [0.0123, "$0.0123"],
    [0.99999, "$1.0000"],
    [1, "$1.00"],
    [12.345, "$12.35"],
  ])("write %d dollars as %s", (usd, text) => {
    expect(formatCost(usd)).toBe(text);
  });

  it("write a count with its noun", () => {
    expect([0, 1, 2].map((count) => countOf(count, "file"))).toEqual(["0 files", "1 file", "2 files"]);
  });
});
