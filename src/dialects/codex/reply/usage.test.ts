import { describe, expect, it } from "vitest";
import { Cursor } from "../../members/cursor.ts";
import { readUsage, writeUsage } from "./usage.ts";

const whole = {
  input_tokens: 10,
  input_tokens_details: {
    cached_tokens: 2,
    cache_write_tokens: 3,
    cache_write_tokens_details: { ttl_12h_tokens: 1, ttl_30m_tokens: 2 },
    odd: 1,
  },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 4, odd: 2 },
  total_tokens: 15,
  odd: 3,
};

function read(usage: object) {
  return readUsage(new Cursor(usage, "$"));
}

describe("usage of the Responses API", () => {
  it("is read and written back", () => {
    expect(read(whole)).toEqual({
      input: 10,
      output: 5,
      total: 15,
      cacheRead: 2,
      cacheWrite: 3,
      cacheWriteByTtl: { "12h": 1, "30m": 2 },
      reasoning: 4,
      vendor: {
        codex: { odd: 3, input_tokens_details: { odd: 1 }, output_tokens_details: { odd: 2 } },
      },
    });
    expect(writeUsage(read(whole))).toEqual(whole);
  });

  it("may leave any count out", () => {
    expect(read({})).toEqual({});
    expect(read({ input_tokens_details: {}, output_tokens_details: {} })).toEqual({});
    const odd = { cache_write_tokens_details: { ttl_1h_tokens: "x" } };
    expect(read({ input_tokens_details: odd })).toEqual({ vendor: { codex: { input_tokens_details: odd } } });
    const named = { cache_write_tokens_details: { other: 1 } };
    expect(read({ input_tokens_details: named })).toEqual({
      vendor: { codex: { input_tokens_details: named } },
    });
  });

  it("of another vendor has every count that clients read", () => {
    expect(writeUsage({})).toEqual({
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 0,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 0,
    });
    expect(writeUsage({ input: 2, output: 3, cacheWriteByTtl: { "5m": 1, "30m": 2 } })).toMatchObject({
      total_tokens: 5,
      input_tokens_details: { cache_write_tokens_details: { ttl_12h_tokens: 0, ttl_30m_tokens: 2 } },
    });
    expect(writeUsage({ cacheWriteByTtl: { "5m": 1 } })["input_tokens_details"]).toEqual({
      cached_tokens: 0,
      cache_write_tokens: 0,
    });
  });
});
