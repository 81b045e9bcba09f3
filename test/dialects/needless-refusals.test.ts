import { describe, expect, it } from "vitest";
import { AbpError } from "../../src/contract/index.ts";
import { type Dialect, translateRequest } from "../../src/dialects/index.ts";
import { dialectNamed, dialects } from "./subjects.ts";

type Members = Readonly<Record<string, unknown>>;

/** Requests that say what their vendor assumes anyway, or nothing: members laid over a plain request. */
const chat: readonly Members[] = [
  { n: 1 },
  { n: null },
  { stop: null },
  { stop: [] },
  { logprobs: false },
  { top_logprobs: 0 },
  { logprobs: false, top_logprobs: 0 },
  { tools: [] },
  { tool_choice: "auto" },
  { tool_choice: "none" },
  { parallel_tool_calls: true },
  { response_format: { type: "text" } },
  { seed: null },
  { frequency_penalty: 0 },
  { presence_penalty: 0 },
  { logit_bias: {} },
  { logit_bias: null },
  { metadata: {} },
  { metadata: null },
  { store: false },
  { store: null },
  { stream: false },
  { stream_options: null },
  { stream_options: { include_usage: false }, stream: true },
  { stream: true, stream_options: { include_usage: true, include_obfuscation: false } },
  { stream: true, stream_options: { include_obfuscation: true } },
  { service_tier: "auto" },
  { service_tier: "default" },
  { modalities: ["text"] },
  { audio: null },
  { prediction: null },
  { reasoning_effort: null },
  { user: "" },
  { user: null },
  { verbosity: "medium" },
  { verbosity: null },
  { temperature: 1 },
  { top_p: 1 },
  { temperature: null },
  { max_tokens: null },
  { max_completion_tokens: null },
  { functions: [] },
  { function_call: "auto" },
  { web_search_options: null },
  { prompt_cache_key: null },
  { prompt_cache_key: "" },
  { safety_identifier: "" },
  { safety_identifier: null },
  {
    tools: [
      {
        type: "function",
        function: { name: "f", parameters: { type: "object", properties: {} }, strict: false },
      },
    ],
  },
  {
    tools: [
      {
        type: "function",
        function: { name: "f", parameters: { type: "object", properties: {} }, strict: null },
      },
    ],
  },
  { tools: [{ type: "function", function: { name: "f" } }] },
  { tools: [{ type: "function", function: { name: "f", parameters: {} } }] },
  { tools: [{ type: "function", function: { name: "f", description: "", parameters: { type: "object" } } }] },
  {
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "a",
        strict: false,
        schema: { type: "object", properties: { a: { type: "string" } } },
      },
    },
  },
  {
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "a",
        strict: true,
        schema: {
          type: "object",
          properties: { a: { type: "string" } },
          required: ["a"],
          additionalProperties: false,
        },
      },
    },
  },
  {
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "a",
        description: "",
        schema: { type: "object", properties: { a: { type: "string" } } },
      },
    },
  },
  { messages: [{ role: "user", content: "a", name: "" }] },
  {
    messages: [
      { role: "user", content: "a" },
      {
        role: "assistant",
        content: "b",
        refusal: null,
        audio: null,
        tool_calls: null,
        function_call: null,
        annotations: [],
      },
      { role: "user", content: "c" },
    ],
  },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", refusal: "", tool_calls: [] },
      { role: "user", content: "c" },
    ],
  },

  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b", reasoning_content: "" },
      { role: "user", content: "c" },
    ],
  },
  { thinking: null },
  { reasoning: {} },
  { extra_body: {} },
  { moderation: null },
  { prompt_cache_options: null },
  { prompt_cache_options: { mode: "implicit" } },
  { prompt_cache_retention: null },
  { prompt_cache_retention: "in_memory" },
];

const responses: readonly Members[] = [
  { instructions: null },
  { instructions: "" },
  { include: [] },
  { include: null },
  { include: ["reasoning.encrypted_content"] },
  { include: ["web_search_call.action.sources"] },
  { include: ["file_search_call.results"] },
  { include: ["code_interpreter_call.outputs"] },
  { include: ["computer_call_output.output.image_url"] },
  { include: ["message.input_image.image_url"] },
  { top_logprobs: 0 },
  { top_logprobs: null },
  { truncation: "disabled" },
  { truncation: null },
  { store: false },
  { store: true },
  { store: null },
  { background: false },
  { background: null },
  { metadata: {} },
  { metadata: null },
  { previous_response_id: null },
  { conversation: null },
  { prompt: null },
  { max_tool_calls: null },
  { parallel_tool_calls: true },
  { parallel_tool_calls: null },
  { service_tier: "auto" },
  { service_tier: null },
  { reasoning: {} },
  { reasoning: null },
  { reasoning: { effort: null, summary: null } },
  { reasoning: { generate_summary: null } },
  { reasoning: { context: "auto" } },
  { text: {} },
  { text: { format: { type: "text" } } },
  { text: { format: { type: "text" }, verbosity: "medium" } },
  { text: { verbosity: null } },
  { temperature: 1 },
  { top_p: 1 },
  { temperature: null },
  { tools: [] },
  { tools: null },
  { tool_choice: "auto" },
  { tool_choice: null },
  { stream: false },
  { stream: true, stream_options: { include_obfuscation: false } },
  { stream_options: null },
  { user: null },
  { user: "" },
  { safety_identifier: null },
  { prompt_cache_key: null },
  { prompt_cache_retention: null },
  { context_management: [] },
  { context_management: null },
  { moderation: null },
  { max_output_tokens: null },
  { frequency_penalty: 0 },
  { presence_penalty: 0 },
  { tools: [{ type: "function", name: "f", parameters: { type: "object", properties: {} }, strict: false }] },
  { tools: [{ type: "function", name: "f", parameters: null, strict: null }] },
  {
    tools: [
      {
        type: "function",
        name: "f",
        parameters: { type: "object", properties: {} },
        strict: false,
        defer_loading: false,
      },
    ],
  },
  {
    tools: [
      {
        type: "function",
        name: "f",
        parameters: { type: "object", properties: {} },
        strict: false,
        description: null,
        allowed_callers: null,
      },
    ],
  },
  {
    text: {
      format: {
        type: "json_schema",
        name: "a",
        strict: false,
        schema: { type: "object", properties: { a: { type: "string" } } },
      },
    },
  },
  {
    text: {
      format: {
        type: "json_schema",
        name: "a",
        strict: null,
        description: null,
        schema: { type: "object", properties: { a: { type: "string" } } },
      },
    },
  },
  {
    input: [
      {
        type: "message",
        id: "msg_1",
        status: "completed",
        role: "user",
        content: [{ type: "input_text", text: "a" }],
      },
    ],
  },
  {
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: "a" }] },
      {
        type: "message",
        id: "msg_2",
        status: "completed",
        phase: null,
        role: "assistant",
        content: [{ type: "output_text", text: "b", annotations: [], logprobs: [] }],
      },
      { role: "user", content: "c" },
    ],
  },
  {
    input: [
      { role: "user", content: "a" },
      { type: "reasoning", id: "rs_1", summary: [] },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: "{}", status: "completed" },
      { type: "function_call_output", id: "fco_1", call_id: "c1", output: "x", status: "completed" },
    ],
  },
  {
    input: [
      { role: "user", content: "a" },
      {
        type: "reasoning",
        id: "rs_1",
        summary: [],
        content: null,
        encrypted_content: null,
        status: "completed",
      },
      { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "x" },
    ],
  },
  {
    input: [
      { role: "user", content: "a" },
      { type: "reasoning", id: "rs_1", summary: [], content: [] },
      { role: "assistant", content: "b" },
      { role: "user", content: "c" },
    ],
  },
  {
    input: [
      {
        role: "user",
        content: [
          {
            type: "input_image",
            image_url: "data:image/png;base64,iVBORw0KGgo=",
            detail: "auto",
            file_id: null,
          },
        ],
      },
    ],
  },
];

const messages: readonly Members[] = [
  { stop_sequences: [] },
  { tools: [] },
  { tool_choice: { type: "auto" } },
  { tool_choice: { type: "auto", disable_parallel_tool_use: false } },
  { metadata: {} },
  { metadata: { user_id: null } },
  { system: "" },
  { system: [] },
  { stream: false },
  { service_tier: "auto" },
  { thinking: { type: "disabled" } },
  { thinking: null },
  { temperature: 1 },
  { top_p: 1 },
  { top_k: null },
  { container: null },
  { mcp_servers: [] },
  { context_management: null },
  { context_management: { edits: [] } },
  { output_config: {} },
  { output_config: null },
  { output_config: { effort: null } },
  { output_config: { format: null } },
  { inference_geo: null },
  { speed: "standard" },
  { speed: null },
  { cache_control: null },
  { betas: [] },
  { diagnostics: null },
  { fallbacks: [] },
  { fallbacks: null },
  { thread: null },
  { user_profile_id: null },
  { tools: [{ name: "f", input_schema: { type: "object" }, strict: false }] },
  { tools: [{ name: "f", input_schema: { type: "object" }, cache_control: null }] },
  {
    tools: [
      { name: "f", input_schema: { type: "object" }, eager_input_streaming: false, defer_loading: false },
    ],
  },
  {
    tools: [
      {
        type: "custom",
        name: "f",
        input_schema: { type: "object" },
        allowed_callers: ["direct"],
        input_examples: [],
      },
    ],
  },
  { tools: [{ type: null, name: "f", description: "", input_schema: { type: "object" } }] },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: [{ type: "text", text: "b", citations: null }] },
      { role: "user", content: "c" },
    ],
  },
  {
    messages: [
      { role: "user", content: "a" },
      { role: "assistant", content: [{ type: "text", text: "b", citations: [], cache_control: null }] },
      { role: "user", content: "c" },
    ],
  },
  {
    messages: [
      { role: "user", content: "a" },
      {
        role: "assistant",
        content: [{ type: "tool_use", id: "t1", name: "f", input: {}, caller: { type: "direct" } }],
      },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "x", is_error: false }] },
    ],
  },
  {
    messages: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "d" },
            title: null,
            context: null,
            citations: { enabled: false },
          },
        ],
      },
    ],
  },
  {
    messages: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "d" },
            citations: null,
          },
        ],
      },
    ],
  },
];

const generateContent: readonly Members[] = [
  { generationConfig: {} },
  { generationConfig: null },
  { tools: [] },
  { toolConfig: {} },
  { toolConfig: { functionCallingConfig: {} } },
  { toolConfig: { functionCallingConfig: { mode: "AUTO" } } },
  { toolConfig: { functionCallingConfig: { mode: "MODE_UNSPECIFIED" } } },
  { safetySettings: [] },
  { systemInstruction: { parts: [] } },
  { systemInstruction: { role: "user", parts: [{ text: "s" }] } },
  { systemInstruction: { role: "", parts: [{ text: "s" }] } },
  { cachedContent: "" },
  { cachedContent: null },
  { labels: {} },
  { serviceTier: "unspecified" },
  { serviceTier: "standard" },
  { store: false },
  ...[
    { candidateCount: 1 },
    { stopSequences: [] },
    { responseMimeType: "text/plain" },
    { responseMimeType: "" },
    { responseModalities: [] },
    { responseModalities: ["TEXT"] },
    { responseLogprobs: false },
    { logprobs: 0 },
    { presencePenalty: 0 },
    { frequencyPenalty: 0 },
    { thinkingConfig: {} },
    { thinkingConfig: { includeThoughts: false } },
    { thinkingConfig: { thinkingBudget: -1 } },
    { mediaResolution: "MEDIA_RESOLUTION_UNSPECIFIED" },
    { mediaResolution: "" },
    { enableEnhancedCivicAnswers: false },
    { speechConfig: null },
    { speechConfig: {} },
    { imageConfig: {} },
    { audioTimestamp: false },
    { routingConfig: {} },
    { temperature: 1 },
    { topP: 0.95 },
    { seed: null },
    { responseSchema: null },
    { thinkingConfig: { thinkingLevel: "THINKING_LEVEL_UNSPECIFIED" } },
    { modelSelectionConfig: {} },
  ].map((g) => ({ generationConfig: g })),
  { contents: [{ role: "user", parts: [{ text: "a", thought: false }] }] },
  {
    contents: [
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ text: "b", thought: false, thoughtSignature: "" }] },
      { role: "user", parts: [{ text: "c" }] },
    ],
  },
  {
    contents: [
      { role: "user", parts: [{ text: "a" }] },
      { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              name: "f",
              response: {},
              willContinue: false,
              scheduling: "SCHEDULING_UNSPECIFIED",
            },
          },
        ],
      },
    ],
  },
  {
    contents: [
      {
        role: "user",
        parts: [{ inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=", displayName: "" } }],
      },
    ],
  },
  { contents: [{ role: "user", parts: [{ text: "a", videoMetadata: null, partMetadata: {} }] }] },
  { contents: [{ role: "user", parts: [{ text: "a", mediaResolution: {} }] }] },
  { tools: [{ functionDeclarations: [] }] },
  { tools: [{ functionDeclarations: [{ name: "f", description: "", behavior: "UNSPECIFIED" }] }] },
  {
    tools: [
      { functionDeclarations: [{ name: "f", description: "x", behavior: "BLOCKING", response: null }] },
    ],
  },
  { tools: [{ functionDeclarations: [{ name: "f", parameters: null }] }] },
  { toolConfig: { retrievalConfig: {} } },
  { toolConfig: { includeServerSideToolInvocations: false } },
  { modelArmorConfig: {} },
];

const hello = { role: "user", content: "hello" };
const plain: Readonly<Record<string, Members>> = {
  openai: { model: "m", messages: [hello] },
  kimi: { model: "m", messages: [hello] },
  copilot: { model: "m", messages: [hello] },
  codex: { model: "m", input: "hello" },
  claude: { model: "m", max_tokens: 100, messages: [hello] },
  gemini: { contents: [{ role: "user", parts: [{ text: "hello" }] }] },
};
const casesOf: Readonly<Record<string, readonly Members[]>> = {
  openai: chat,
  kimi: chat,
  copilot: chat,
  codex: responses,
  claude: messages,
  gemini: generateContent,
};

/** What strict mode refuses of a request, as one line each. */
function refusals(source: Dialect, target: Dialect, body: Members, targetModel = "m"): string[] {
  try {
    translateRequest(source, target, body, { strict: true, model: "m", targetModel });
    return [];
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    const refused = (error.details?.["refused"] ?? []) as { path: string; reason: string }[];
    return refused.length === 0
      ? [error.message]
      : refused.map(({ path, reason }) => `${target.id} ${path}: ${reason}`);
  }
}

describe.each(dialects.map((one) => [one.id, one] as const))("strict mode and %s", (id, source) => {
  it("refuses no value that asks for nothing", () => {
    const found = casesOf[id]!.flatMap((members) =>
      dialects
        .filter((one) => one !== source)
        .flatMap((target) => refusals(source, target, { ...plain[id], ...members })),
    );
    expect(found).toEqual([]);
  });
});

describe("strict mode", () => {
  const openai = dialectNamed("openai");
  const codex = dialectNamed("codex");
  const gemini = dialectNamed("gemini");

  it.each([
    ["log probabilities that a target lacks", openai, "claude", { logprobs: true, top_logprobs: 0 }],
    ["a member that nobody knows", openai, "claude", { x_new: {} }],
    ["a switch without settings", openai, "codex", { search_parameters: {} }],
    ["a strict schema of a tool", openai, "kimi", { tools: [functionTool("f", { strict: true })] }],
    ["a verbosity", openai, "claude", { verbosity: "low" }],
    ["a truncation", codex, "claude", { truncation: "auto" }],
    ["an answer in the background", codex, "openai", { background: true }],
    ["something unknown to include", codex, "openai", { include: ["reasoning.encrypted_content", "x"] }],
    ["thoughts", gemini, "openai", { generationConfig: { thinkingConfig: { includeThoughts: true } } }],
    ["log probabilities", gemini, "claude", { generationConfig: { responseLogprobs: true } }],
    ["settings of speech", gemini, "openai", { generationConfig: { speechConfig: { languageCode: "de" } } }],
    ["safety settings", gemini, "openai", { safetySettings: [{ category: "c", threshold: "t" }] }],
  ] as const)("still refuses %s", (_, source, target, members) => {
    expect(refusals(source, dialectNamed(target), { ...plain[source.id], ...members })).not.toEqual([]);
  });
});

describe("media at public addresses", () => {
  const withImage = (url: string) => ({
    model: "m",
    messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }],
  });
  const withDocument = (url: string) => ({
    model: "m",
    max_tokens: 100,
    messages: [{ role: "user", content: [{ type: "document", source: { type: "url", url } }] }],
  });

  it.each([
    ["an image", "gemini-3.8-flash", true, "openai", withImage("https://example.com/a.png?x=1")],
    [
      "an image without an ending",
      "gemini-3.1-pro-preview",
      true,
      "openai",
      withImage("https://example.com/a"),
    ],
    ["a PDF", "gemini-4-argon", true, "claude", withDocument("https://example.com/a.pdf")],
    ["a PDF without an ending", "gemini-4-argon", true, "claude", withDocument("https://example.com/pdf/1")],
    ["a text", "gemini-4-argon", false, "claude", withDocument("https://example.com/a.txt")],
    [
      "an image, for an older model",
      "gemini-2.5-pro",
      false,
      "openai",
      withImage("https://example.com/a.png"),
    ],
    ["an image without TLS", "gemini-3.8-flash", false, "openai", withImage("http://example.com/a.png")],
    [
      "an image in a private network",
      "gemini-3.8-flash",
      false,
      "openai",
      withImage("https://10.0.0.1/a.png"),
    ],
    ["an image on this machine", "gemini-3.8-flash", false, "openai", withImage("https://localhost/a.png")],
  ])("%s reaches %s: %s", (_, model, isSent, source, body) => {
    const found = refusals(dialectNamed(source), dialectNamed("gemini"), body, model);
    expect(found.length === 0).toBe(isSent);
  });
});

describe("inline text for an API without files", () => {
  const inline = (mimeType: string, bytes: Buffer) => ({
    contents: [{ role: "user", parts: [{ inlineData: { mimeType, data: bytes.toString("base64") } }] }],
  });

  it.each(["kimi", "copilot"])("is written as text for %s", (id) => {
    const body = inline("text/plain", Buffer.from("héllo"));
    const { request } = translateRequest(dialectNamed("gemini"), dialectNamed(id), body, {
      model: "m",
      strict: true,
    });
    expect(request.body["messages"]).toEqual([{ role: "user", content: "héllo" }]);
  });

  it.each([
    ["bytes that are no text", inline("text/plain", Buffer.from([0xff, 0xfe, 0x41]))],
    ["text in another character set", inline("text/plain; charset=iso-8859-1", Buffer.from("a"))],
    ["a PDF", inline("application/pdf", Buffer.from("%PDF-1.7"))],
  ])("is refused for %s", (_, body) => {
    expect(refusals(dialectNamed("gemini"), dialectNamed("kimi"), body)).not.toEqual([]);
  });
});

describe("a choice among some tools for an API without such a list", () => {
  it.each(["auto", "required"])("offers these tools alone, in the mode %s", (mode) => {
    const body = {
      model: "m",
      messages: [hello],
      tools: [functionTool("a"), functionTool("b")],
      tool_choice: {
        type: "allowed_tools",
        allowed_tools: { mode, tools: [{ type: "function", function: { name: "b" } }] },
      },
    };
    const { request, report } = translateRequest(dialectNamed("openai"), dialectNamed("kimi"), body);
    expect(request.body).toMatchObject({ tools: [functionTool("b")], tool_choice: mode });
    const lost = report.entries.filter(({ disposition }) => disposition === "disclosed");
    expect(lost.map(({ path }) => path)).toEqual(["$.tools[0]"]);
  });
});

function functionTool(name: string, more: object = {}): object {
  return { type: "function", function: { name, parameters: { type: "object" }, ...more } };
}
