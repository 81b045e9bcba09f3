import { describe, expect, it } from "vitest";
import { echoRequest } from "./request-echo.ts";

describe("the echo of a request", () => {
  it("repeats what the caller asked for", () => {
    const asked = {
      background: true,
      frequency_penalty: 0.5,
      instructions: "Be brief.",
      max_output_tokens: 100,
      max_tool_calls: 2,
      metadata: { a: "b" },
      parallel_tool_calls: false,
      presence_penalty: 0.25,
      previous_response_id: "resp_0",
      prompt: { id: "pmpt_1" },
      prompt_cache_key: "key",
      prompt_cache_retention: "24h",
      safety_identifier: "someone",
      store: false,
      temperature: 0,
      tool_choice: "none",
      top_logprobs: 3,
      top_p: 0.5,
      truncation: "auto",
      user: "me",
    };
    expect(echoRequest({ ...asked, input: "hi", stream: true, model: "m" })).toEqual(asked);
  });

  it("repeats nothing that was absent or null", () => {
    expect(echoRequest({ input: "hi", temperature: null, tools: null })).toEqual({});
  });

  it("leaves out what has the wrong type", () => {
    const wrong = {
      max_tool_calls: "2",
      metadata: [],
      text: "json",
      reasoning: "high",
      max_output_tokens: 1.5,
    };
    expect(echoRequest({ ...wrong, tools: {}, conversation: 7, tool_choice: 1 })).toEqual({});
  });

  it("repeats a function with every member that clients require, and other tools as they stand", () => {
    const bare = { type: "function", name: "f" };
    const full = {
      type: "function",
      name: "g",
      description: "d",
      parameters: { type: "object" },
      strict: true,
    };
    const other = { type: "web_search" };
    expect(echoRequest({ tools: [bare, full, other] })).toEqual({
      tools: [{ ...bare, description: null, parameters: null, strict: null }, full, other],
    });
  });

  it("repeats a format with every member that clients require", () => {
    const format = { type: "json_schema", name: "n", schema: { type: "object" } };
    expect(echoRequest({ text: { format, verbosity: "low" } })).toEqual({
      text: { format: { ...format, description: "", strict: false }, verbosity: "low" },
    });
    expect(echoRequest({ text: { format: { ...format, description: "d", strict: true } } })).toEqual({
      text: { format: { ...format, description: "d", strict: true } },
    });
    expect(echoRequest({ text: {} })).toEqual({ text: { format: { type: "text" } } });
    expect(echoRequest({ text: { format: { type: "json_object" } } })).toEqual({
      text: { format: { type: "json_object" } },
    });
  });

  it("repeats reasoning with both of its members", () => {
    expect(echoRequest({ reasoning: { effort: "high" } })).toEqual({
      reasoning: { effort: "high", summary: null },
    });
    expect(echoRequest({ reasoning: { summary: "auto" } })).toEqual({
      reasoning: { effort: null, summary: "auto" },
    });
  });

  it("names a conversation by an object, whichever way it was named", () => {
    expect(echoRequest({ conversation: "conv_1" })).toEqual({ conversation: { id: "conv_1" } });
    expect(echoRequest({ conversation: { id: "conv_1" } })).toEqual({ conversation: { id: "conv_1" } });
  });

  it("fills in the cache options that were left open", () => {
    expect(echoRequest({ prompt_cache_options: { mode: "explicit" } })).toEqual({
      prompt_cache_options: { mode: "explicit", ttl: "30m" },
    });
  });
});
