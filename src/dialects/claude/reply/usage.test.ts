import { describe, expect, it } from "vitest";
import { readUsage, writeUsage } from "./usage.ts";

const whole = {
  input_tokens: 10,
  cache_creation_input_tokens: 3,
  cache_read_input_tokens: 2,
  cache_creation: { ephemeral_5m_input_tokens: 1, ephemeral_1h_input_tokens: 2, odd: 9 },
  output_tokens: 7,
  output_tokens_details: { thinking_tokens: 4, odd: 8 },
  server_tool_use: { web_search_requests: 5, odd: 6 },
  odd: 1,
  nothing: null,
};

describe("usage of the Messages API", () => {
  it("counts cached tokens as a part of the input", () => {
    expect(readUsage(whole, "$")).toEqual({
      input: 15,
      output: 7,
      cacheRead: 2,
      cacheWrite: 3,
      cacheWriteByTtl: { "5m": 1, "1h": 2 },
      reasoning: 4,
      serverTools: { web_search: 5 },
      vendor: {
        claude: {
          odd: 1,
          cache_creation: { odd: 9 },
          output_tokens_details: { odd: 8 },
          server_tool_use: { odd: 6 },
        },
      },
    });
  });

  it("is written back as it came", () => {
    const { nothing: _, ...rest } = whole;
    expect(writeUsage(readUsage(whole, "$"))).toEqual(rest);
  });

  it("may leave any count out", () => {
    expect(readUsage({}, "$")).toEqual({});
    expect(readUsage({ input_tokens: 1 }, "$")).toEqual({ input: 1 });
    expect(readUsage({ cache_read_input_tokens: 2 }, "$")).toEqual({ cacheRead: 2 });
    expect(readUsage({ input_tokens: 1, cache_creation_input_tokens: 2 }, "$")).toEqual({
      input: 3,
      cacheWrite: 2,
    });
    expect(() => readUsage({ input_tokens: "x" }, "$.usage")).toThrow("$.usage.input_tokens is string");
  });

  it("has the counts that the wire requires, and never fewer than none", () => {
    const none = { cache_creation_input_tokens: null, cache_read_input_tokens: null };
    expect(writeUsage(undefined)).toEqual({ ...none, input_tokens: 0, output_tokens: 0 });
    expect(writeUsage({ input: 1, output: 2 })).toEqual({ ...none, input_tokens: 1, output_tokens: 2 });
    expect(writeUsage({ input: 1, cacheRead: 5, cacheWrite: 2 })).toEqual({
      input_tokens: 0,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 5,
      output_tokens: 0,
    });
  });
});
