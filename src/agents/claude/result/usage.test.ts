import { describe, expect, it } from "vitest";
import type { Usage } from "../../../contract/index.ts";
import { contractUsage, sumModels, type Totals, usageOfRun } from "./usage.ts";

const row = {
  inputTokens: 10,
  outputTokens: 5,
  cacheReadInputTokens: 3,
  cacheCreationInputTokens: 2,
  costUSD: 0.5,
};
const nothing = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, costUsd: 0 };

function usageOf(before: Totals, hasVendorPrices = true): Partial<Usage> {
  return usageOfRun({ modelUsage: { a: row } }, { before, hasVendorPrices });
}

describe("the figures of all models", () => {
  it("are added up", () => {
    expect(sumModels({ a: row, b: row })).toEqual({
      input: 20,
      output: 10,
      cacheRead: 6,
      cacheWrite: 4,
      costUsd: 1,
    });
  });

  it("are 0 if they are missing or wrong", () => {
    expect(sumModels(undefined)).toEqual(nothing);
    expect(sumModels({ a: { inputTokens: -1, outputTokens: "5" }, b: 7 })).toEqual(nothing);
  });
});

describe("the usage of a run", () => {
  it("counts cached parts as input", () => {
    expect(usageOf(nothing)).toEqual({
      input_tokens: 15,
      output_tokens: 5,
      cache_read_tokens: 3,
      cache_write_tokens: 2,
      estimated_cost_usd: 0.5,
    });
  });

  it("leaves out what was used before, if the figures go on", () => {
    const before = { input: 4, output: 5, cacheRead: 1, cacheWrite: 2, costUsd: 0.25 };
    expect(usageOf(before)).toEqual({
      input_tokens: 8,
      output_tokens: 0,
      cache_read_tokens: 2,
      cache_write_tokens: 0,
      estimated_cost_usd: 0.25,
    });
  });

  it.each(["input", "output", "cacheRead", "cacheWrite"] as const)(
    "is taken as it is where the figures began anew: %s is smaller than before",
    (name) => {
      const before = { ...nothing, output: 1, [name]: 100 };
      expect(usageOf(before)).toMatchObject({
        input_tokens: 15,
        output_tokens: 5,
      });
    },
  );

  it("has no cost if the prices of the vendor do not count", () => {
    expect(usageOf(nothing, false)).not.toHaveProperty("estimated_cost_usd");
  });

  it("has no negative cost", () => {
    expect(usageOf({ ...nothing, costUsd: 9 }).estimated_cost_usd).toBe(0);
  });
});

describe("the usage of a message", () => {
  it("counts cached parts as input, and writes of the cache by their lifetimes", () => {
    const usage = {
      ...{ input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
      cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: -1, other: 9 },
    };
    const counts = { input_tokens: 15, output_tokens: 5, cache_read_tokens: 3, cache_write_tokens: 2 };
    expect(contractUsage(usage)).toEqual({ ...counts, cache_write_tokens_by_lifetime: { "5m": 1, "1h": 0 } });
    for (const cache_creation of [{}, { other: 9 }, 7, null])
      expect(contractUsage({ ...usage, cache_creation })).toEqual(counts);
  });

  it("is 0 where nothing is said", () => {
    const none = { input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0 };
    expect(contractUsage({})).toEqual(none);
  });
});
