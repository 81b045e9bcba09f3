import { describe, expect, it } from "vitest";
import { readUsage } from "../gemini/usage.ts";
import { noUsage, readResultUsage, usageOfPrompt } from "./usage.ts";

describe("the usage of a prompt among others", () => {
  it.each([
    [{ input_tokens: 30, output_tokens: 3 }, {}, { input_tokens: 30, output_tokens: 3 }],
    [
      { input_tokens: 30, output_tokens: 3, cache_read_tokens: 8 },
      { input_tokens: 20, output_tokens: 3, cache_read_tokens: 1 },
      { input_tokens: 10, output_tokens: 0, cache_read_tokens: 7 },
    ],
    // It began anew.
    [
      { input_tokens: 30, output_tokens: 1 },
      { input_tokens: 20, output_tokens: 2 },
      { input_tokens: 30, output_tokens: 1 },
    ],
    [{ output_tokens: 1 }, { input_tokens: 20, output_tokens: 1 }, { output_tokens: 1 }],
  ])("of %j after %j is %j", (total, before, used) => {
    expect(usageOfPrompt(total, before)).toEqual(used);
  });
});

describe("the usage of a prompt", () => {
  it("is read from the protocol's place", () => {
    const usage = {
      inputTokens: 1,
      outputTokens: 2,
      cachedReadTokens: 3,
      cachedWriteTokens: 0,
      totalTokens: 6,
    };
    expect(readResultUsage({ usage })).toEqual({
      input_tokens: 1,
      output_tokens: 2,
      cache_read_tokens: 3,
      cache_write_tokens: 0,
    });
  });

  it("is not made up", () => {
    expect(readResultUsage({})).toBeUndefined();
    expect(readResultUsage({ usage: { totalTokens: 3 } })).toBeUndefined();
    expect(readResultUsage({ usage: { inputTokens: -1, outputTokens: 1.5 } })).toBeUndefined();
    expect(readResultUsage({ usage: { inputTokens: "1", outputTokens: 2 } })).toEqual({ output_tokens: 2 });
    expect(noUsage({ usage: { inputTokens: 1 } })).toBeUndefined();
  });

  it("of Gemini CLI is the sum over its models", () => {
    const counts = { input_tokens: 10, output_tokens: 2 };
    expect(readUsage({ _meta: { quota: { token_count: counts } } })).toEqual(counts);
    expect(readUsage({ _meta: { quota: { token_count: { input_tokens: 1 } } } })).toBeUndefined();
    expect(readUsage({ _meta: { quota: { token_count: { output_tokens: 1 } } } })).toBeUndefined();
    for (const meta of [undefined, {}, { quota: 1 }, { quota: {} }]) {
      expect(readUsage(meta === undefined ? {} : { _meta: meta })).toBeUndefined();
    }
  });
});
