import { describe, expect, it } from "vitest";
import type { Usage } from "../../contract/index.ts";
import { usageMismatch } from "./usage-mismatch.ts";

const unknown: Usage = {
  input_tokens: null,
  output_tokens: null,
  cache_read_tokens: null,
  cache_write_tokens: null,
  request_units: null,
  estimated_cost_usd: null,
};
const metered = (usage: Partial<Usage>, calls = 1) => ({ calls, usage: { ...unknown, ...usage } });

describe("the usage that an agent reports", () => {
  it("has no mismatch if it is what was metered", () => {
    const usage = { input_tokens: 5, output_tokens: 6, cache_read_tokens: 7, cache_write_tokens: 0 };
    expect(usageMismatch(usage, metered(usage))).toEqual([]);
  });

  it("names each member that differs, in either direction", () => {
    const reported = { input_tokens: 5, output_tokens: 6, cache_read_tokens: 7, cache_write_tokens: 8 };
    const usage = { input_tokens: 4, output_tokens: 7, cache_read_tokens: 8, cache_write_tokens: 9 };
    expect(usageMismatch(reported, metered(usage))).toEqual([
      { member: "input_tokens", reported: 5, metered: 4 },
      { member: "output_tokens", reported: 6, metered: 7 },
      { member: "cache_read_tokens", reported: 7, metered: 8 },
      { member: "cache_write_tokens", reported: 8, metered: 9 },
    ]);
  });

  it("is not compared if one side does not know, nor in its count of requests", () => {
    expect(usageMismatch({ request_units: 4 }, metered({ request_units: 3, input_tokens: 3 }))).toEqual([]);
    expect(
      usageMismatch({ input_tokens: null, estimated_cost_usd: 1 }, metered({ input_tokens: 3 })),
    ).toEqual([]);
  });

  it("is compared with nothing if no call was made", () => {
    expect(usageMismatch({ input_tokens: 9, output_tokens: 0 }, metered({}, 0))).toEqual([
      { member: "input_tokens", reported: 9, metered: 0 },
    ]);
  });

  it("may differ in its cost only by the adding of numbers", () => {
    expect(usageMismatch({ estimated_cost_usd: 0.1 + 0.2 }, metered({ estimated_cost_usd: 0.3 }))).toEqual(
      [],
    );
    expect(usageMismatch({ estimated_cost_usd: 0.3 }, metered({ estimated_cost_usd: 0.1 + 0.2 }))).toEqual(
      [],
    );
    expect(usageMismatch({ estimated_cost_usd: 1 }, metered({ estimated_cost_usd: 1.00001 }))).toEqual([
      { member: "estimated_cost_usd", reported: 1, metered: 1.00001 },
    ]);
    expect(usageMismatch({ estimated_cost_usd: 0 }, metered({ estimated_cost_usd: 0.5 }))).toHaveLength(1);
  });
});
