import { describe, expect, it } from "vitest";
import { readUsage, writeFinalUsage, writeUsage } from "./usage.ts";

/** Members that the API has in every answer, as they are if nothing is known of them. */
const unknown = {
  cache_creation: null,
  inference_geo: null,
  output_tokens_details: null,
  server_tool_use: null,
  service_tier: null,
  speed: null,
};

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
    const requests = { ...whole.server_tool_use, web_fetch_requests: 0 };
    expect(writeUsage(readUsage(whole, "$"))).toEqual({ ...unknown, ...rest, server_tool_use: requests });
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
    const none = { ...unknown, cache_creation_input_tokens: null, cache_read_input_tokens: null };
    expect(writeUsage(undefined)).toEqual({ ...none, input_tokens: 0, output_tokens: 0 });
    expect(writeUsage({ input: 1, output: 2 })).toEqual({ ...none, input_tokens: 1, output_tokens: 2 });
    expect(writeUsage({ input: 1, cacheRead: 5, cacheWrite: 2 })).toEqual({
      ...unknown,
      input_tokens: 0,
      cache_creation_input_tokens: 2,
      cache_read_input_tokens: 5,
      output_tokens: 0,
    });
  });

  it("has fewer members at the end of a stream", () => {
    expect(writeFinalUsage({ input: 3, output: 2, cacheWriteByTtl: { "5m": 1 } })).toEqual({
      input_tokens: 3,
      cache_creation_input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens: 2,
      output_tokens_details: null,
      server_tool_use: null,
    });
  });

  it("counts the searches of every vendor, and no other tool than the API does", () => {
    const serverTools = { web_search: 1, web_search_preview: 2, code_interpreter: 3 };
    expect(writeUsage({ serverTools })["server_tool_use"]).toEqual({
      web_search_requests: 3,
      web_fetch_requests: 0,
    });
  });

  it("names every lifetime of the cache", () => {
    expect(writeUsage({ cacheWriteByTtl: { "5m": 1 } })["cache_creation"]).toEqual({
      ephemeral_5m_input_tokens: 1,
      ephemeral_1h_input_tokens: 0,
    });
  });

  it("knows no tool that did not run", () => {
    const counts = { web_search_requests: 0, web_fetch_requests: 2 };
    expect(readUsage({ server_tool_use: counts }, "$")).toEqual({ serverTools: { web_fetch: 2 } });
    expect(readUsage({ server_tool_use: { web_search_requests: 0 } }, "$")).toEqual({});
  });
});
