import { type JsonMembers, type JsonValue, members, RawJson } from "./fuzzed-json.ts";

/** The dialects that bodies are made for. */
export type FuzzedDialect = "claude" | "openai" | "codex" | "gemini" | "kimi" | "copilot";

export interface Filling {
  readonly model: string;
  readonly stream: boolean;
  readonly texts: readonly string[];
}

/** How one dialect's bodies look, only as far as a body must look like one. */
export interface Shape {
  path(filling: Filling): string;
  /** Whether the model stands in the body, not in the path. */
  readonly hasModel: boolean;
  readonly credential: readonly [string, string];
  request(filling: Filling): JsonMembers;
  response(filling: Filling): JsonMembers;
  /** The data of each event of a stream, with its name if the dialect names its events. */
  events(filling: Filling): readonly (readonly [name: string | undefined, data: JsonValue])[];
}

const two = new RawJson("2");

const claude: Shape = {
  path: () => "/v1/messages",
  hasModel: true,
  credential: ["x-api-key", "k"],
  request: ({ model, stream, texts }) =>
    members({
      model,
      max_tokens: new RawJson("1024"),
      system: [members({ type: "text", text: texts[0]!, cache_control: members({ type: "ephemeral" }) })],
      messages: texts.map((text, index) =>
        members({ role: index % 2 === 0 ? "user" : "assistant", content: [members({ type: "text", text })] }),
      ),
      temperature: new RawJson("1.0"),
      stream,
    }),
  response: ({ model, texts }) =>
    members({
      id: "msg_fuzz",
      type: "message",
      role: "assistant",
      model,
      content: texts.map((text) => members({ type: "text", text })),
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: members({ input_tokens: two, output_tokens: two }),
    }),
  events: ({ model, texts }) => {
    const usage = members({ input_tokens: two, output_tokens: two });
    const message = members({
      id: "msg_fuzz",
      type: "message",
      role: "assistant",
      model,
      content: [],
      usage,
    });
    const block = members({ type: "text", text: "" });
    const event = (type: string, rest: Readonly<Record<string, JsonValue>>) =>
      [type, members({ type, ...rest })] as const;
    return [
      event("message_start", { message }),
      event("content_block_start", { index: 0, content_block: block }),
      ...texts.map((text) =>
        event("content_block_delta", { index: 0, delta: members({ type: "text_delta", text }) }),
      ),
      event("content_block_stop", { index: 0 }),
      event("message_delta", { delta: members({ stop_reason: "end_turn" }), usage }),
      event("message_stop", {}),
    ];
  },
};

const chatUsage = members({ prompt_tokens: two, completion_tokens: two, total_tokens: new RawJson("4") });

const openai: Shape = {
  path: () => "/v1/chat/completions",
  hasModel: true,
  credential: ["authorization", "Bearer k"],
  request: ({ model, stream, texts }) =>
    members({
      model,
      messages: texts.map((content, index) =>
        members({ role: index % 2 === 0 ? "user" : "assistant", content }),
      ),
      temperature: new RawJson("0.70"),
      stream,
      stream_options: members({ include_usage: true }),
    }),
  response: ({ model, texts }) =>
    members({
      id: "chatcmpl-fuzz",
      object: "chat.completion",
      created: new RawJson("1700000000"),
      model,
      choices: texts.map((content, index) =>
        members({ index, message: members({ role: "assistant", content }), finish_reason: "stop" }),
      ),
      usage: chatUsage,
    }),
  events: ({ model, texts }) => {
    const chunk = (choices: readonly JsonValue[], usage: JsonValue): readonly [undefined, JsonValue] => [
      undefined,
      members({ id: "chatcmpl-fuzz", object: "chat.completion.chunk", model, choices, usage }),
    ];
    const choice = (delta: JsonValue, reason: JsonValue) =>
      members({ index: 0, delta, finish_reason: reason });
    return [
      ...texts.map((content) => chunk([choice(members({ content }), null)], null)),
      chunk([choice(members({}), "stop")], null),
      chunk([], chatUsage),
      [undefined, new RawJson("[DONE]")],
    ];
  },
};

const codex: Shape = {
  path: () => "/v1/responses",
  hasModel: true,
  credential: ["authorization", "Bearer k"],
  request: ({ model, stream, texts }) =>
    members({
      model,
      instructions: texts[0]!,
      input: texts.map((text) =>
        members({ type: "message", role: "user", content: [members({ type: "input_text", text })] }),
      ),
      stream,
      store: false,
    }),
  response: ({ model, texts }) =>
    members({
      id: "resp_fuzz",
      object: "response",
      status: "completed",
      model,
      output: texts.map((text) =>
        members({ type: "message", role: "assistant", content: [members({ type: "output_text", text })] }),
      ),
      usage: members({ input_tokens: two, output_tokens: two, total_tokens: new RawJson("4") }),
    }),
  events: (filling) => [
    ...filling.texts.map(
      (delta, index) =>
        [
          "response.output_text.delta",
          members({ type: "response.output_text.delta", sequence_number: index, output_index: 0, delta }),
        ] as const,
    ),
    ["response.completed", members({ type: "response.completed", response: codex.response(filling) })],
  ],
};

const gemini: Shape = {
  path: ({ model, stream }) =>
    `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  hasModel: false,
  credential: ["x-goog-api-key", "k"],
  request: ({ texts }) =>
    members({
      contents: texts.map((text, index) =>
        members({ role: index % 2 === 0 ? "user" : "model", parts: [members({ text })] }),
      ),
      generationConfig: members({ temperature: new RawJson("1.0"), maxOutputTokens: new RawJson("1e3") }),
    }),
  response: ({ model, texts }) =>
    members({
      candidates: [
        members({
          content: members({ role: "model", parts: texts.map((text) => members({ text })) }),
          finishReason: "STOP",
        }),
      ],
      usageMetadata: members({ promptTokenCount: two, candidatesTokenCount: two }),
      modelVersion: model,
    }),
  events: (filling) =>
    filling.texts.map((text) => [undefined, gemini.response({ ...filling, texts: [text] })] as const),
};

/** The shape of each dialect. */
export const shapes: Readonly<Record<FuzzedDialect, Shape>> = {
  claude,
  openai,
  codex,
  gemini,
  kimi: { ...openai, path: () => "/coding/v1/chat/completions" },
  copilot: { ...openai, path: () => "/chat/completions" },
};
