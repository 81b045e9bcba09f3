import { describe, expect, it } from "vitest";
import type { TokenUsage } from "../../../contract/index.ts";
import { profile as copilot } from "../../copilot/profile.ts";
import { profile as kimi } from "../../kimi/profile.ts";
import { profile as openai } from "../../openai/profile.ts";
import type { ChatProfile } from "../profile.ts";
import { readUsage, usageBeside } from "./usage.ts";

describe("usage", () => {
  it.each<[ChatProfile, object, TokenUsage]>([
    [openai, {}, {}],
    [
      openai,
      { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
      { input: 9, output: 2, total: 11 },
    ],
    [
      openai,
      { prompt_tokens_details: { cached_tokens: 1, cache_write_tokens: 2, audio_tokens: 3 } },
      { cacheRead: 1, cacheWrite: 2, inputAudio: 3 },
    ],
    [
      openai,
      { completion_tokens_details: { reasoning_tokens: 1, audio_tokens: 2 } },
      { reasoning: 1, outputAudio: 2 },
    ],
    [
      openai,
      { prompt_tokens_details: { odd: 1 }, completion_tokens_details: { even: 2 }, cost: 3 },
      {
        vendor: {
          openai: { prompt_tokens_details: { odd: 1 }, completion_tokens_details: { even: 2 }, cost: 3 },
        },
      },
    ],
    ...["cached_tokens", "prompt_cache_hit_tokens", "num_cached_tokens"].map(
      (name): [ChatProfile, object, TokenUsage] => [
        openai,
        { [name]: 7 },
        { cacheRead: 7, vendor: { [`openai:${name}`]: {} } },
      ],
    ),
    [openai, { cached_tokens: "7" }, { vendor: { openai: { cached_tokens: "7" } } }],
    [
      openai,
      { prompt_tokens_details: { cached_tokens: 7 }, cached_tokens: 7 },
      { cacheRead: 7, vendor: { openai: { cached_tokens: 7 } } },
    ],
    [kimi, { prompt_tokens_details: { cached_tokens: 7 }, cached_tokens: 7 }, { cacheRead: 7 }],
    [
      kimi,
      { prompt_tokens_details: { cached_tokens: 7 }, cached_tokens: 8 },
      { cacheRead: 7, vendor: { kimi: { cached_tokens: 8 } } },
    ],
    [openai, { reasoning_tokens: 1 }, { reasoning: 1, vendor: { "openai:reasoning_tokens": {} } }],
    [copilot, { reasoning_tokens: 1 }, { reasoning: 1 }],
    [copilot, { reasoning_tokens: "1" }, { vendor: { copilot: { reasoning_tokens: "1" } } }],
    [
      copilot,
      { reasoning_tokens: 1, completion_tokens_details: { reasoning_tokens: 2 } },
      { reasoning: 2, vendor: { copilot: { reasoning_tokens: 1 } } },
    ],
  ])("of $id is read: %j", (profile, value, usage) => {
    expect(readUsage(value, "$.usage", profile)).toStrictEqual(usage);
  });

  it.each([
    ["x", "$.usage is string, expected an object"],
    [{ total_tokens: "x" }, "$.usage.total_tokens is string, expected a number"],
  ])("is at fault: %j", (value, message) => {
    expect(() => readUsage(value, "$.usage", openai)).toThrow(message);
  });

  it.each([
    [{}, undefined],
    [{ x_groq: "x" }, undefined],
    [{ x_groq: { usage: { total_tokens: 1 } } }, { total_tokens: 1 }],
  ])("of Groq stands in %j", (members, usage) => expect(usageBeside(members)).toEqual(usage));
});
