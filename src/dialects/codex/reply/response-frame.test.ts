import { describe, expect, it } from "vitest";
import { writeFrame } from "./response-frame.ts";

describe("the frame of a response", () => {
  it("has every member that clients require, with the API's defaults", () => {
    expect(writeFrame({ id: "resp_1", object: "response" }, {})).toEqual({
      id: "resp_1",
      object: "response",
      background: false,
      completed_at: null,
      error: null,
      frequency_penalty: 0,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      max_tool_calls: null,
      metadata: {},
      output: [],
      parallel_tool_calls: true,
      presence_penalty: 0,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: "default",
      store: true,
      temperature: 1,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: "disabled",
      usage: {
        input_tokens: 0,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: 0,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 0,
      },
    });
  });

  it("repeats the request rather than the engine, and the engine rather than the defaults", () => {
    const echo = { temperature: 0, store: false };
    const own = { temperature: 0.5, top_p: 0.1, tools: [{ type: "web_search" }], billing: { payer: "x" } };
    expect(writeFrame({ id: "resp_1" }, echo, own)).toMatchObject({
      temperature: 0,
      store: false,
      top_p: 0.1,
      tools: [{ type: "web_search" }],
      billing: { payer: "x" },
    });
  });

  it("keeps the facts of the answer", () => {
    const usage = { input_tokens: 1 };
    expect(writeFrame({ usage, service_tier: "flex" }, {}, { service_tier: "auto" })).toMatchObject({
      usage,
      service_tier: "flex",
    });
  });
});
