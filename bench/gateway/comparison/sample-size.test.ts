import { describe, expect, it } from "vitest";
import { SCENARIOS } from "../scenarios.ts";
import { countRequests } from "./sample-size.ts";

describe("countRequests", () => {
  it("grows with the CPU time", () => {
    expect(countRequests("A64", 0.5)).toBe(4500);
    expect(countRequests("A64", 1)).toBe(9000);
  });

  it("sends at least one request", () => {
    expect(countRequests("E16", 0.000_1)).toBe(1);
  });

  it.each(SCENARIOS.map(({ id }) => id))("fills half a CPU second in %s", (id) => {
    expect(countRequests(id, 0.5)).toBeGreaterThanOrEqual(200);
  });

  it("refuses a scenario without a sample size", () => {
    expect(() => countRequests("Z9", 1)).toThrow("Z9");
  });
});
