import { type Dialect, type ReplyOptions, translateReply } from "../../src/dialects/index.ts";
import type { Engine } from "../../src/engines/engine.ts";
import { openSim } from "../../src/engines/sim/index.ts";
import { renderRequest } from "../dialects/render-request.ts";
import { bytesOf, dialectNamed, dialects, replyOptions, translateStream } from "../dialects/subjects.ts";
import type { Said } from "./said.ts";
import { eventsSaid } from "./translated.ts";

type Members = Readonly<Record<string, unknown>>;

/** Something to ask of the simulator, beyond the form of the dialect. */
interface Question {
  readonly name: string;
  readonly prompt: string;
  readonly tools?: boolean;
  readonly choice?: "required" | "none";
  readonly adds?: "thinking" | "search" | "schema" | "logprobs";
}

const stops = ["stop_sequence", "max_tokens", "context_window", "pause_turn", "refusal", "content_filter"];

const questions: readonly Question[] = [
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

/** Everything that the simulator says in one dialect, and what other dialects make of it. */
export async function* simulatedInto(callerId: string): AsyncGenerator<Said> {
  const caller = dialectNamed(callerId);
  yield* ownAnswers(caller);
  for (const engine of dialects) if (engine !== caller) yield* mappedAnswers(engine, caller);
}

async function* ownAnswers(dialect: Dialect): AsyncGenerator<Said> {
  const engine = open(dialect);
  const facts = { caller: dialect.id, engine: "sim" };
  for (const question of questions) {
    for (const stream of [false, true]) {
      const { status, text, request } = await ask(engine, question, stream);
      const said = { ...facts, name: question.name, request };
      if (status >= 400) yield { ...said, kind: "error", value: JSON.parse(text) };
      else if (stream) yield* eventsSaid(said, text);
      else yield { ...said, kind: "answer", value: JSON.parse(text) };
    }
  }
  const broken = await send(engine, pathOf(dialect, false), "{");
  yield { ...facts, name: "a body that is no JSON", kind: "error", value: JSON.parse(broken.text) };
  const list = await send(engine, endpointOf(dialect, "list_models")!, undefined);
  yield { ...facts, name: "models", kind: "models", value: JSON.parse(list.text) };
  const count = endpointOf(dialect, "count_tokens");
  if (count === undefined) return;
  const { body } = renderRequest(dialect.id, sceneOf(questions[0]!, false));
  const counted = await send(engine, count, JSON.stringify(body));
  yield { ...facts, name: "a count", kind: "count", value: JSON.parse(counted.text) };
}

async function* mappedAnswers(engine: Dialect, caller: Dialect): AsyncGenerator<Said> {
  const sim = open(engine);
  const options: ReplyOptions = { ...replyOptions(), unique: "0123456789abcdef0123456789abcdef" };
  for (const question of questions) {
    for (const stream of [false, true]) {
      const { status, text } = await ask(sim, question, stream);
      const said = { caller: caller.id, engine: `sim ${engine.id}`, name: question.name };
      if (status >= 400) {
        const failure = engine.readError(status, JSON.parse(text));
        yield { ...said, kind: "error", value: caller.writeError(failure).body };
      } else if (stream) yield* eventsSaid(said, translateStream(engine, caller, bytesOf(text), [], options));
      else {
        const value = translateReply(engine, caller, JSON.parse(text), options).body;
        yield { ...said, kind: "answer", value };
      }
    }
  }
}

function open(dialect: Dialect): Engine {
  return openSim({ name: "sim", dialect, models: ["sim-model"], fallback: [] });
}

function ask(engine: Engine, question: Question, stream: boolean) {
  const { dialect } = engine;
  const { body } = renderRequest(dialect.id, sceneOf(question, stream));
  const more = (question.adds && additions[dialect.id]?.[question.adds]) ?? {};
  const request: Members = { ...body, ...more };
  const sent = send(engine, pathOf(dialect, stream), JSON.stringify(request));
  return sent.then((answer) => ({ ...answer, request }));
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

function pathOf(dialect: Dialect, stream: boolean): string {
  const endpoint = dialect.endpoints.find(
    ({ operation, streams, form }) =>
      operation === "generate" && form === undefined && (streams === undefined || streams === stream),
  )!;
  const query =
    endpoint.streams === true && endpoint.eventsQuery !== undefined ? `?${endpoint.eventsQuery}` : "";
  return `${filled(endpoint.path)}${query}`;
}

function endpointOf(dialect: Dialect, wanted: "list_models" | "count_tokens"): string | undefined {
  const found = dialect.endpoints.find(({ operation }) => operation === wanted);
  return found === undefined ? undefined : filled(found.path);
}

function filled(path: string): string {
  return path.replace(/:model\b/, "sim-model");
}

function send(
  engine: Engine,
  path: string,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let status = 0;
    engine.dispatch(
      {
        method: body === undefined ? "GET" : "POST",
        path,
        headers: ["content-type", "application/json"],
        ...(body === undefined ? {} : { body }),
        repeatable: true,
      },
      {
        onHead: (code) => {
          status = code;
        },
        onData: (chunk) => chunks.push(Buffer.from(chunk)) > 0,
        onEnd: () => resolve({ status, text: Buffer.concat(chunks).toString("utf8") }),
        onFailure: reject,
      },
    );
  });
}
