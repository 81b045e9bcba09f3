import { describe, expect, it } from "vitest";
import { addUsage } from "./added-usage.ts";

describe("the sum of usage", () => {
  it("adds every count and leaves absent what nobody states", () => {
    const one = { input: 1, output: 2, cacheRead: 3, cacheWriteByTtl: { "1h": 4 }, serverTools: { a: 1 } };
    const other = { input: 10, output: 20, reasoning: 5, cacheWriteByTtl: { "1h": 1, "5m": 2 } };
    expect(addUsage(one, other)).toEqual({
      input: 11,
      output: 22,
      cacheRead: 3,
      reasoning: 5,
      cacheWriteByTtl: { "1h": 5, "5m": 2 },
      serverTools: { a: 1 },
    });
  });

  it("is the other one if there is only one", () => {
    expect(addUsage(undefined, { input: 1 })).toEqual({ input: 1 });
    expect(addUsage({ input: 1 }, undefined)).toEqual({ input: 1 });
    expect(addUsage(undefined, undefined)).toBeUndefined();
  });
});
