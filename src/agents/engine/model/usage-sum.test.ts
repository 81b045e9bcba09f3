import { expect, it } from "vitest";
import { UsageSum } from "./usage-sum.ts";

it("the usage of calls is added up as far as engines say it", () => {
  const sum = new UsageSum();
  expect([sum.usage, sum.raw]).toEqual([{ request_units: 0 }, { calls: [] }]);
  const first = { input: 1, output: 2 };
  const second = { input: 10, cacheRead: 3, cacheWrite: 0 };
  for (const usage of [first, undefined, second]) sum.add(usage);
  expect([sum.usage, sum.raw]).toEqual([
    { input_tokens: 11, output_tokens: 2, cache_read_tokens: 3, cache_write_tokens: 0, request_units: 3 },
    { calls: [first, second] },
  ]);
});
