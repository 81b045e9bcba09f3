import { sampled } from "../../fault-size.ts";
import { CALLER_KEY, type DialectName } from "./stack.ts";

/** What a dialect says in these tests, written by hand from the vendors' documents. */
export interface Speech {
  /** Where a call is sent, below the dialect's prefix. */
  path(stream: boolean): string;
  request(stream: boolean): Record<string, unknown>;
  /** A whole answer: one short text. */
  readonly reply: Record<string, unknown>;
  /** The events of the same answer as a stream; the last ones say that it has ended. */
  readonly events: readonly string[];
  /** How many of the events come before the first that says anything of the end. */
  readonly beforeEnd: number;
  /** An error within a stream. */
  readonly errorEvent: string;
  /** An error as a whole answer. */
  error(message: string): Record<string, unknown>;
  /** Whether a text holds what the dialect's clients take for a normal end. */
  hasNormalEnd(text: string): boolean;
  /** Whether a body is an error as the dialect's clients know it. */
  isError(body: unknown): boolean;
}

const named = (type: string, rest: Record<string, unknown>): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
const plain = (value: unknown): string =>
  `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
const has = (body: unknown, ...names: string[]): boolean => {
  let value: unknown = body;
  for (const name of names) value = (value as Record<string, unknown> | undefined)?.[name];
  return value !== undefined && value !== null;
};

const claude: Speech = {
  path: () => "/v1/messages",
  request: (stream) => ({
    model: "test-model",
    max_tokens: 64,
    stream,
    messages: [{ role: "user", content: "Say hello" }],
  }),
  reply: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "test-model",
    content: [{ type: "text", text: "Hello there" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 5 },
  },
  events: [
    named("message_start", {
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "test-model",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 11, output_tokens: 1 },
      },
    }),
    named("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    named("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Hello" } }),
    named("content_block_delta", { index: 0, delta: { type: "text_delta", text: " there" } }),
    named("content_block_stop", { index: 0 }),
    named("message_delta", {
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 5 },
    }),
    named("message_stop", {}),
  ],
  beforeEnd: 4,
  errorEvent: named("error", { error: { type: "overloaded_error", message: "Overloaded" } }),
  error: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  hasNormalEnd: (text) => text.includes("message_stop"),
  isError: (body) => has(body, "error", "type") && (body as { type?: string }).type === "error",
};

const chunk = (
  delta: Record<string, unknown>,
  finish: string | null,
  rest: Record<string, unknown> = {},
): string =>
  plain({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "test-model",
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...rest,
  });

const openai: Speech = {
  path: () => "/v1/chat/completions",
  request: (stream) => ({
    model: "test-model",
    messages: [{ role: "user", content: "Say hello" }],
    ...(stream ? { stream, stream_options: { include_usage: true } } : {}),
  }),
  reply: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "test-model",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "Hello there", refusal: null },
        finish_reason: "stop",
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
  },
  events: [
    chunk({ role: "assistant", content: "" }, null),
    chunk({ content: "Hello" }, null),
    chunk({ content: " there" }, null),
    chunk({}, "stop"),
    plain({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1,
      model: "test-model",
      choices: [],
      usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 },
    }),
    plain("[DONE]"),
  ],
  beforeEnd: 3,
  errorEvent: plain({
    error: { message: "The server had an error", type: "server_error", param: null, code: null },
  }),
  error: (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  hasNormalEnd: (text) => /"finish_reason":\s*"/.test(text),
  isError: (body) => has(body, "error", "message"),
};

const message = (text: string, status: string) => ({
  id: "item_1",
  type: "message",
  role: "assistant",
  status,
  content: text === "" ? [] : [{ type: "output_text", text, annotations: [], logprobs: [] }],
});
const response = (status: string, output: unknown[], usage: unknown) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: "test-model",
  output,
  parallel_tool_calls: true,
  tool_choice: "auto",
  tools: [],
  usage,
});
const usage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 16,
};
const place = { item_id: "item_1", output_index: 0, content_index: 0 };
const whole = response("completed", [message("Hello there", "completed")], usage);
const part = { type: "output_text", text: "", annotations: [], logprobs: [] };

const codex: Speech = {
  path: () => "/v1/responses",
  request: (stream) => ({
    model: "test-model",
    input: "Say hello",
    store: false,
    ...(stream ? { stream } : {}),
  }),
  reply: whole,
  events: [
    named("response.created", { sequence_number: 0, response: response("in_progress", [], null) }),
    named("response.output_item.added", {
      sequence_number: 1,
      output_index: 0,
      item: message("", "in_progress"),
    }),
    named("response.content_part.added", { sequence_number: 2, ...place, part }),
    named("response.output_text.delta", { sequence_number: 3, ...place, delta: "Hello", logprobs: [] }),
    named("response.output_text.delta", { sequence_number: 4, ...place, delta: " there", logprobs: [] }),
    named("response.output_text.done", { sequence_number: 5, ...place, text: "Hello there", logprobs: [] }),
    named("response.content_part.done", {
      sequence_number: 6,
      ...place,
      part: { ...part, text: "Hello there" },
    }),
    named("response.output_item.done", {
      sequence_number: 7,
      output_index: 0,
      item: message("Hello there", "completed"),
    }),
    named("response.completed", { sequence_number: 8, response: whole }),
  ],
  beforeEnd: 5,
  errorEvent: named("response.failed", {
    sequence_number: 5,
    response: { ...response("failed", [], null), error: { code: "server_error", message: "It failed" } },
  }),
  error: (text) => ({ error: { message: text, type: "invalid_request_error", param: null, code: null } }),
  hasNormalEnd: (text) => text.includes("response.completed") || text.includes("response.incomplete"),
  isError: (body) => has(body, "error", "message"),
};

const candidate = (text: string, rest: Record<string, unknown> = {}) => ({
  candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, ...rest }],
  modelVersion: "test-model",
  responseId: "r1",
});
const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 5, totalTokenCount: 16 };

const gemini: Speech = {
  path: (stream) =>
    `/v1beta/models/test-model:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
  request: () => ({ contents: [{ role: "user", parts: [{ text: "Say hello" }] }] }),
  reply: { ...candidate("Hello there", { finishReason: "STOP" }), usageMetadata },
  events: [
    plain(candidate("Hello")),
    plain(candidate(" there")),
    plain({ ...candidate("!", { finishReason: "STOP" }), usageMetadata }),
  ],
  beforeEnd: 2,
  errorEvent: plain({ error: { code: 503, message: "The model is overloaded", status: "UNAVAILABLE" } }),
  error: (text) => ({ error: { code: 400, message: text, status: "INVALID_ARGUMENT" } }),
  hasNormalEnd: (text) => /"finishReason":\s*"(STOP|MAX_TOKENS)"/.test(text),
  isError: (body) => has(body, "error", "status"),
};

/** The four wire formats; the other dialects are kinds of the second. */
export const speeches = { claude, openai, codex, gemini } as const;
export type SpeechName = keyof typeof speeches;
export const SPEAKERS = Object.keys(speeches) as readonly SpeechName[];

/** Every caller's dialect with every engine's. */
export const pairs = SPEAKERS.flatMap((caller) => SPEAKERS.map((engine) => [caller, engine] as const));

/** Each caller with its own dialect and with the next one, for what is tried many times. A full run has all pairs. */
export const somePairs = sampled(pairs, ([caller, engine]) => {
  const distance = SPEAKERS.indexOf(engine) - SPEAKERS.indexOf(caller);
  return (distance + SPEAKERS.length) % SPEAKERS.length <= 1;
});

/** A call in a dialect to an engine. */
export function callTo(
  caller: SpeechName,
  engine: DialectName,
  stream: boolean,
  more: { readonly headers?: readonly string[]; readonly body?: string | Uint8Array } = {},
): { path: string; headers: string[]; body: string | Uint8Array } {
  const speech = speeches[caller];
  return {
    path: `/${caller}${speech.path(stream)}`,
    headers: [
      "content-type",
      "application/json",
      "x-api-key",
      CALLER_KEY,
      "x-abp-engine",
      engine,
      ...(more.headers ?? []),
    ],
    body: more.body ?? JSON.stringify(speech.request(stream)),
  };
}
