import { AbpError, type LossEntry } from "../../../src/contract/index.ts";
import {
  type CallMemory,
  type ReasoningCustody,
  StreamTranslator,
  type TranslateOptions,
  translateReply,
  translateRequest,
} from "../../../src/dialects/index.ts";
import { generateScene } from "../generate.ts";
import {
  framesOf,
  type Json,
  type NeutralReply,
  type NeutralRequest,
  oracleOf,
  type Saying,
} from "../oracle/index.ts";
import { renderRequest } from "../render-request.ts";
import { dialectNamed, emulatorsOf, plainMemory, replyOptions } from "../subjects.ts";

/** Every dialect, and every ordered pair of different ones. */
export const all = ["claude", "openai", "kimi", "copilot", "codex", "gemini"] as const;
export const allPairs = all.flatMap((from) =>
  all.filter((to) => to !== from).map((to) => [from, to] as const),
);

/** A request that was translated. */
export interface Asked {
  readonly body: Json;
  readonly path: string;
  readonly entries: readonly LossEntry[];
  readonly memory: CallMemory;
  readonly neutral: NeutralRequest;
}

/** Translates a request; throws what the translation throws. */
export function ask(from: string, to: string, body: unknown, options: TranslateOptions = {}): Asked {
  const target = dialectNamed(to);
  const { request, report, memory } = translateRequest(dialectNamed(from), target, body, {
    ...(from === "gemini" ? { model: "gemini-test", stream: false } : {}),
    emulators: emulatorsOf(target),
    ...options,
  });
  return {
    body: request.body,
    path: request.path,
    entries: report.entries,
    memory,
    neutral: oracleOf(to).request(request.body, request.path),
  };
}

/** Translates a request, or gives the typed refusal. */
export function askOrRefuse(
  from: string,
  to: string,
  body: unknown,
  options: TranslateOptions = {},
): Asked | AbpError {
  try {
    return ask(from, to, body, options);
  } catch (error) {
    if (error instanceof AbpError && error.code.startsWith("mapping_")) return error;
    throw error;
  }
}

/** Whether a feature was named as lost: disclosed or emulated in the report, or refused with an error. */
export function isAdmitted(outcome: Asked | AbpError, feature: string): boolean {
  if (outcome instanceof AbpError) {
    const refused = (outcome.details?.["refused"] ?? []) as { feature: string | null }[];
    return refused.some((one) => one.feature?.startsWith(feature));
  }
  return outcome.entries.some(
    (entry) => entry.disposition !== "mapped" && entry.feature?.startsWith(feature),
  );
}

/** Translates a reply that came at once. */
export function answer(
  engine: string,
  caller: string,
  body: unknown,
  memory: CallMemory = plainMemory(),
  custody?: ReasoningCustody,
) {
  const { body: written, report } = translateReply(dialectNamed(engine), dialectNamed(caller), body, {
    ...replyOptions(memory),
    ...(custody === undefined ? {} : { custody }),
  });
  return { body: written as Json, entries: report.entries, neutral: oracleOf(caller).reply(written) };
}

/** A translated stream: its text, its events, and what it amounts to. */
export interface Streamed {
  readonly text: string;
  readonly events: readonly Json[];
  readonly neutral: NeutralReply;
  readonly entries: readonly LossEntry[];
}

/** Translates a stream, given as text or as the data of its events. */
export function stream(
  engine: string,
  caller: string,
  source: string | readonly unknown[],
  memory: CallMemory = plainMemory(),
): Streamed {
  const text = typeof source === "string" ? source : sse(source);
  const translator = new StreamTranslator(dialectNamed(engine), dialectNamed(caller), replyOptions(memory));
  const out = translator.push(new TextEncoder().encode(text)) + translator.end();
  const frames = framesOf(out);
  const oracle = oracleOf(caller);
  return {
    text: out,
    events: frames.filter(({ data }) => data !== "[DONE]").map(({ data }) => JSON.parse(data) as Json),
    neutral: oracle.reply(oracle.collapse(frames)),
    entries: translator.report().entries,
  };
}

/** Events as server-sent events. */
export function sse(events: readonly unknown[]): string {
  return events
    .map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join("");
}

/** Chunks of a chat stream, from their deltas; the last one says why it stops. */
export function chatChunks(deltas: readonly Json[], finish: string, usage?: Json): unknown[] {
  const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_790_000_000, model: "m" };
  const chunk = (delta: Json, reason: string | null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  return [
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, finish),
    ...(usage === undefined ? [] : [{ ...head, choices: [], usage }]),
    "[DONE]",
  ];
}

/** A chat reply with the given message. */
export function chatReply(message: Json, finish: string, usage?: Json): Json {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: finish }],
    ...(usage === undefined ? {} : { usage }),
  };
}

/** A reply of the Messages API. */
export function claudeReply(
  content: readonly Json[],
  stop: string,
  usage: Json = { input_tokens: 5, output_tokens: 7 },
): Json {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage,
  };
}

/** A reply of generateContent. */
export function geminiReply(parts: readonly Json[], finish: string): Json {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: finish }],
    usageMetadata: { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 },
    modelVersion: "m",
    responseId: "g1",
  };
}

/** A reply of the Responses API. */
export function codexReply(output: readonly Json[], more: Json = {}): Json {
  return {
    id: "resp_1",
    object: "response",
    created_at: 1_790_000_000,
    status: "completed",
    model: "m",
    output,
    ...more,
  };
}

/** The calls among the things said. */
export function callsIn(said: readonly Saying[] | undefined): Json[] {
  return (said ?? []).flatMap((one) => (one.kind === "tool_call" ? [one.facts] : []));
}

/** The visible texts among the things said. */
export function textsIn(said: readonly Saying[] | undefined, who?: Saying["who"]): string[] {
  return (said ?? []).flatMap((one) =>
    one.kind === "text" && (who === undefined || one.who === who) ? [String(one.facts["text"])] : [],
  );
}

/** The thinking texts among the things said. */
export function thoughtsIn(said: readonly Saying[] | undefined): string[] {
  return (said ?? []).flatMap((one) =>
    one.kind === "thinking" && typeof one.facts["text"] === "string" ? [one.facts["text"]] : [],
  );
}

/** A tool without arguments and one with a text. */
export const weatherSchema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };

const scene = {
  ...generateScene(3),
  tools: [{ name: "get_weather", description: "weather", schema: weatherSchema }],
  turns: [{ who: "user", parts: ["Is it warm?"] }],
} as const;
const {
  choice: _,
  parallel: __,
  schema: ___,
  stop: ____,
  ...plain
} = scene as typeof scene & { choice?: unknown; parallel?: unknown; schema?: unknown; stop?: unknown };

/** A request of a dialect with one tool and one question, and with whatever else the test wants. */
export function withTools(from: string, more: object): Json {
  return renderRequest(from, { ...plain, ...more } as Parameters<typeof renderRequest>[1]).body;
}
