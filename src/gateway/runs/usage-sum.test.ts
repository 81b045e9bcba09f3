import { describe, expect, it } from "vitest";
import { UsageSum, type UsedByCall } from "./usage-sum.ts";

const NOTHING = {
  cache_read_tokens: null,
  cache_write_tokens: null,
  estimated_cost_usd: 0,
  input_tokens: null,
  output_tokens: null,
  request_units: null,
};

function sumOf(...calls: Partial<UsedByCall>[]): UsageSum {
  const sum = new UsageSum();
  for (const call of calls) sum.add({ usage: undefined, cost: undefined, mayCost: false, ...call });
  return sum;
}

describe("what the calls of a run used", () => {
  it("is nothing and costs nothing before the first", () => {
    expect([sumOf().usage, sumOf().spentUsd]).toStrictEqual([NOTHING, 0]);
    expect([sumOf({}).usage, sumOf({}).spentUsd]).toStrictEqual([NOTHING, 0]);
  });

  it("is the sum of what each of them used", () => {
    const sum = sumOf(
      {
        usage: { input: 1, output: 2, reasoning: 3, cacheWriteByTtl: { "1h": 4 } },
        cost: { usd: 0.5, estimated: false },
        mayCost: true,
      },
      { usage: { input: 10, cacheRead: 20 }, cost: { usd: 0.25, estimated: true }, mayCost: true },
      { usage: { reasoning: 30, cacheWriteByTtl: { "1h": 40 } } },
    );
    expect(sum.spentUsd).toBe(0.75);
    expect(sum.usage).toStrictEqual({
      ...NOTHING,
      input_tokens: 11,
      output_tokens: 2,
      cache_read_tokens: 20,
      estimated_cost_usd: 0.75,
      reasoning_tokens: 33,
      cache_write_tokens_by_lifetime: { "1h": 44 },
    });
  });

  it("has no known cost after a call that may have cost something, but still counts the costs that are known", () => {
    const known = { cost: { usd: 0.5, estimated: false }, mayCost: true } as const;
    const sum = sumOf(known, { usage: { input: 1 }, mayCost: true }, known);
    expect([sum.spentUsd, sum.usage]).toStrictEqual([
      1,
      { ...NOTHING, input_tokens: 1, estimated_cost_usd: null },
    ]);
  });

  it("is a copy, which later calls do not change", () => {
    const sum = sumOf();
    const before = sum.usage;
    before.input_tokens = 99;
    sum.add({ usage: { input: 1 }, cost: undefined, mayCost: false });
    expect([before.input_tokens, sum.usage.input_tokens]).toEqual([99, 1]);
  });
});
