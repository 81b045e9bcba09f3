import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { openai } from "../../openai/index.ts";
import { read, write } from "../fixtures/driving.ts";

const text = (value: string): Block => ({ type: "text", text: value });
const user = (...content: Block[]): Message => ({ role: "user", content });

function again(body: Record<string, unknown>): Record<string, unknown> {
  const given = { model: "m", messages: [], ...body };
  return write(openai, read(openai, given)).body;
}

describe("parameters", () => {
  const tools = [
    { type: "function", function: { name: "f", parameters: { type: "object" }, strict: true } },
    {
      type: "custom",
      custom: {
        name: "p",
        description: "d",
        format: { type: "grammar", grammar: { syntax: "lark", definition: "x" } },
      },
    },
  ];

  it.each([
    ["none", "none", { mode: "none" }],
    ["auto", "auto", { mode: "auto" }],
    ["required", "required", { mode: "required" }],
    ["one function", { type: "function", function: { name: "f" } }, { mode: "tool", name: "f" }],
    ["one freeform tool", { type: "custom", custom: { name: "p" } }, { mode: "tool", name: "p" }],
    [
      "some tools",
      {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] },
      },
      { mode: "required", allowed: ["f"] },
    ],
    ["Mistral's word for required", "any", { mode: "required" }],
    ["Copilot's word for a mode of Gemini", "validated", { mode: "auto" }],
    ["a form of another server", { type: "tool", name: "f" }, { mode: "tool", name: "f" }],
  ])("D1, D2: reads the choice of %s and writes it again", (_, choice, meaning) => {
    const body = { tools, tool_choice: choice, parallel_tool_calls: false };
    expect(read(openai, body).toolChoice).toMatchObject(meaning);
    expect(again(body)).toMatchObject(body);
  });

  it("D3: writes nothing of tool choice if only parallel calls were switched", () => {
    const { body } = write(openai, { parallelToolCalls: false });
    expect(body).not.toHaveProperty("tool_choice");
    expect(body["parallel_tool_calls"]).toBe(false);
  });

  it("keeps what else a response format has, at both of its levels", () => {
    const format = { type: "json_schema", json_schema: { name: "n", schema: {}, odd: 1 }, even: 2 };
    const body = { response_format: format };
    const own = { response_format: { json_schema: { odd: 1 }, even: 2 } };
    expect(read(openai, body)).toMatchObject({
      output: { kind: "json_schema", name: "n", schema: {} },
      vendor: { openai: own },
    });
    expect(again(body)["response_format"]).toStrictEqual(format);
  });

  it("D4: keeps strictness, freeform formats and the developer", () => {
    const body = { tools, messages: [{ role: "developer", content: "x" }] };
    expect(again(body)).toMatchObject(body);
  });

  it("D17, D18: keeps tools that the vendor runs as units of their own", () => {
    const body = {
      tools: [{ type: "openrouter:web_search", parameters: { max_uses: 1 } }],
      web_search_options: { search_context_size: "low" },
    };
    expect(read(openai, body).tools).toMatchObject([
      { kind: "server", name: "openrouter:web_search", dialect: "openai" },
      { kind: "server", name: "web_search", dialect: "openai" },
    ]);
    expect(again(body)).toMatchObject(body);
  });

  it("F3: writes the output limit under the name it came by, and max_completion_tokens by itself", () => {
    expect(again({ max_tokens: 5 })).toMatchObject({ max_tokens: 5 });
    expect(again({ max_completion_tokens: 5 })).toMatchObject({ max_completion_tokens: 5 });
    expect(write(openai, { maxOutputTokens: 5 }).body).toMatchObject({ max_completion_tokens: 5 });
    expect(again({ max_tokens: 5, max_completion_tokens: 6 })).toMatchObject({
      max_tokens: 5,
      max_completion_tokens: 6,
    });
  });

  it("F1: keeps stop sequences in the form they came in", () => {
    expect(again({ stop: "a" })).toMatchObject({ stop: "a" });
    expect(again({ stop: ["a"] })).toMatchObject({ stop: ["a"] });
  });

  it("F8: adds nothing that nobody said", () => {
    expect(again({})).toEqual({ model: "m", messages: [] });
  });

  it("F2, F4: says which effort it used for a budget or a level that is not here", () => {
    const budget = write(openai, { reasoning: { mode: "on", budgetTokens: 10_000 } });
    expect(budget.body["reasoning_effort"]).toBe("medium");
    expect(budget.notes).toMatchObject([{ disposition: "disclosed", feature: "reasoning.budget" }]);
    expect(write(openai, { reasoning: { effort: "xhigh" } })).toMatchObject({
      body: { reasoning_effort: "xhigh" },
      notes: [],
    });
    expect(write(openai, { reasoning: { effort: "ludicrous" } }).notes).toMatchObject([
      { disposition: "refused" },
    ]);
    expect(write(openai, { reasoning: { mode: "off" } }).body["reasoning_effort"]).toBe("none");
    expect(again({ reasoning_effort: "none" })["reasoning_effort"]).toBe("none");
  });

  it("F7: keeps output formats", () => {
    for (const format of [
      { type: "text" },
      { type: "json_object" },
      { type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } },
      { type: "grammar", grammar: "x" },
    ])
      expect(again({ response_format: format })["response_format"]).toEqual(format);
    const output = { kind: "json_schema", schema: {} } as const;
    expect(write(openai, { output }).body["response_format"]).toEqual({
      type: "json_schema",
      json_schema: { name: "response", schema: {} },
    });
  });

  it("keeps what belongs to this dialect alone", () => {
    const body = {
      audio: { voice: "alloy", format: "mp3" },
      prediction: { type: "content", content: "x" },
      safety_identifier: "s",
      prompt_cache_options: { mode: "implicit" },
      stream: true,
      stream_options: { include_usage: true, include_obfuscation: false },
      logprobs: false,
      functions: [{ name: "f", parameters: {} }],
      function_call: { name: "f" },
      provider: { order: ["x"] },
    };
    expect(again(body)).toMatchObject(body);
    expect(read(openai, body).user).toBe("s");
  });

  it("asks for usage in the stream if the caller's dialect always has it", () => {
    expect(write(openai, { stream: { enabled: true } }).body["stream_options"]).toEqual({
      include_usage: true,
    });
    expect(again({ stream: true })).not.toHaveProperty("stream_options");
  });

  it("G6, G7: writes the same bytes for the same request, with the prefix first", () => {
    const members = {
      system: [text("s")],
      tools: [{ kind: "function", name: "f", parameters: {} }],
    } as const;
    const one = () =>
      JSON.stringify(
        write(openai, {
          system: [...members.system],
          tools: [...members.tools],
          sampling: { temperature: 1 },
        }).body,
      );
    expect(one()).toBe(one());
    const names = Object.keys(JSON.parse(one()) as object);
    expect(names.indexOf("tools")).toBeLessThan(names.indexOf("messages"));
    expect(names.indexOf("messages")).toBeLessThan(names.indexOf("temperature"));
  });

  it("G9: writes cache hints as breakpoints, and says which lifetime it cannot keep", () => {
    const hinted: Block = { type: "text", text: "x", cache: { ttl: "1h" } };
    const { messages, notes } = write(openai, { messages: [user(hinted)] });
    expect(messages[0]?.["content"]).toEqual([
      { type: "text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } },
    ]);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "cache.hint" }]);
    expect(again({ prompt_cache_key: "k", prompt_cache_retention: "24h" })).toMatchObject({
      prompt_cache_key: "k",
      prompt_cache_retention: "24h",
    });
  });
});

describe("malformed requests", () => {
  it.each([
    [undefined, "$"],
    [[], "$"],
    [{ model: "m" }, "$.messages"],
    [{ messages: {} }, "$.messages"],
    [{ model: 3, messages: [] }, "$.model"],
    [{ messages: ["x"] }, "$.messages[0]"],
    [{ messages: [{ content: "x" }] }, "$.messages[0].role"],
    [{ messages: [{ role: "king", content: "x" }] }, "$.messages[0].role"],
    [{ messages: [{ role: "user", content: 3 }] }, "$.messages[0].content"],
    [{ messages: [{ role: "user", content: [{ text: "x" }] }] }, "$.messages[0].content[0].type"],
    [
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }] },
      "$.messages[0].content[0].image_url.url",
    ],
    [{ messages: [{ role: "tool", content: "x" }] }, "$.messages[0].tool_call_id"],
    [
      { messages: [{ role: "assistant", tool_calls: [{ id: "c", type: "function" }] }] },
      "$.messages[0].tool_calls[0].function",
    ],
    [{ messages: [], tools: [{ type: "function", function: {} }] }, "$.tools[0].function.name"],
    [{ messages: [], tool_choice: "maybe" }, "$.tool_choice"],
    [{ messages: [], temperature: "hot" }, "$.temperature"],
    [{ messages: [], stop: [1] }, "$.stop[0]"],
    [{ messages: [], logit_bias: { 5: "x" } }, "$.logit_bias.5"],
  ])("names the place in %j", (body, where) => {
    expect(() => openai.readRequest(body, { origins: { mark: <T>(node: T) => node } as never })).toThrow(
      expect.objectContaining({ code: "contract_schema_violation", where }),
    );
  });
});
