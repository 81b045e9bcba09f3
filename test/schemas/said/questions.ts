import type { Dialect } from "../../../src/dialects/index.ts";
import { renderRequest } from "../../dialects/render-request.ts";

export type Members = Readonly<Record<string, unknown>>;

/** Something to ask of the simulator, beyond the form of the dialect. */
export interface Question {
  readonly name: string;
  readonly prompt: string;
  readonly tools?: boolean;
  readonly choice?: "required" | "none";
  readonly adds?: "thinking" | "search" | "schema" | "logprobs";
}

const stops = ["stop_sequence", "max_tokens", "context_window", "pause_turn", "refusal", "content_filter"];

/** What is asked in every dialect. */
export const questions: readonly Question[] = [
  { name: "a text", prompt: "hello" },
  { name: "an empty text", prompt: "sim: say" },
  { name: "a call", prompt: 'sim: call look_up {"city":"Oslo"}', tools: true },
  { name: "two calls", prompt: 'sim: call look_up {"city":"Oslo"} look_up {"city":"Rome"}', tools: true },
  { name: "a call that must be made", prompt: "go", tools: true, choice: "required" },
  { name: "a call that must not be made", prompt: "look_up", tools: true, choice: "none" },
  { name: "thinking", prompt: "sim: think about it\nsim: say done", adds: "thinking" },
  { name: "thinking and a call", prompt: "sim: think\nsim: call look_up", tools: true, adds: "thinking" },
  { name: "a search", prompt: "sim: search rain\nsim: say wet", adds: "search" },
  { name: "a search that failed", prompt: "sim: search error\nsim: say wet", adds: "search" },
  { name: "an answer by a schema", prompt: "go", adds: "schema" },
  { name: "log probabilities", prompt: "hello", adds: "logprobs" },
  ...[...stops, "malformed", "other"].map((stop) => ({
    name: `the stop ${stop}`,
    prompt: `sim: say x\nsim: stop ${stop}`,
  })),
  ...[400, 401, 403, 404, 413, 429, 500, 503, 529].map((status) => ({
    name: `error ${status}`,
    prompt: `sim: error ${status} broken`,
  })),
  { name: "a failure after some text", prompt: "sim: repeat 4 word\nsim: fail-after 2" },
];

/** What each dialect adds to its request for a kind of answer. */
const additions: Readonly<Record<string, Readonly<Record<string, Members>>>> = {
  claude: {
    thinking: { thinking: { type: "enabled", budget_tokens: 1024 } },
    search: { tools: [{ type: "web_search_20250305", name: "web_search" }] },
  },
  openai: {
    thinking: { reasoning_effort: "high" },
    search: { web_search_options: {} },
    logprobs: { logprobs: true, top_logprobs: 2 },
  },
  codex: {
    thinking: { reasoning: { effort: "high", summary: "auto" } },
    search: { tools: [{ type: "web_search" }] },
    logprobs: { include: ["message.output_text.logprobs"], top_logprobs: 2 },
  },
  gemini: {
    thinking: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } },
    search: { tools: [{ googleSearch: {} }] },
    logprobs: { generationConfig: { responseLogprobs: true, logprobs: 2 } },
  },
};

const tool = {
  name: "look_up",
  description: "Finds the weather of a place",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

/** A question in the form of a dialect. */
export function requestTo(dialect: string, question: Question, stream: boolean): Members {
  const { body } = renderRequest(dialect, sceneOf(question, stream));
  return { ...body, ...(question.adds && additions[dialect]?.[question.adds]) };
}

function sceneOf({ prompt, tools, choice, adds }: Question, stream: boolean) {
  return {
    model: "sim-model",
    system: ["Be brief."],
    tools: tools === true ? [tool] : [],
    ...(choice === undefined ? {} : { choice }),
    turns: [{ who: "user" as const, parts: [prompt] }],
    max: 2048,
    stream,
    ...(adds === "schema" ? { schema } : {}),
  };
}

export function pathOf(dialect: Dialect, stream: boolean): string {
  const endpoint = dialect.endpoints.find(
    ({ operation, streams, form }) =>
      operation === "generate" && form === undefined && (streams === undefined || streams === stream),
  )!;
  const query =
    endpoint.streams === true && endpoint.eventsQuery !== undefined ? `?${endpoint.eventsQuery}` : "";
  return `${filled(endpoint.path)}${query}`;
}

/** The path of another endpoint; undefined if the dialect has none. */
export function endpointOf(dialect: Dialect, wanted: "list_models" | "count_tokens"): string | undefined {
  const found = dialect.endpoints.find(({ operation }) => operation === wanted);
  return found === undefined ? undefined : filled(found.path);
}

function filled(path: string): string {
  return path.replace(/:model\b/, "sim-model");
}
