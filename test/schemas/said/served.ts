import { type Dialect, dialectIds } from "../../../src/dialects/index.ts";
import { dialectNamed, dialects } from "../../dialects/subjects.ts";
import type { TestGateway } from "../../gateway/test-gateway.ts";
import { endpointOf, type Members, pathOf, questions, requestTo } from "./questions.ts";
import type { Said } from "./said.ts";
import { eventsSaid } from "./translated.ts";

/** A gateway with one simulated engine of each dialect, named after it. A body may have 64 KiB. */
export const servedSettings = {
  engines: Object.fromEntries(
    dialectIds.map((id) => [id, { preset: "sim" as const, dialect: id, models: [`${id}-model`] }]),
  ),
  gateway: { max_body_bytes: 65_536 },
};

/** One request to the gateway. */
interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Something wrong with a request of a dialect, and how it is sent. */
interface Fault {
  readonly name: string;
  readonly call: (usual: Call, dialect: Dialect) => Call;
}

/** Headers by which a path that several vendors share is recognised. */
const vendorHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  claude: { "anthropic-version": "2023-06-01" },
};

/** What each dialect can ask for and not every engine can do. */
const refused: Readonly<Record<string, Members>> = {
  openai: { n: 3 },
  codex: { include: ["message.output_text.logprobs"], top_logprobs: 2 },
  claude: { stop_sequences: ["STOP"], top_k: 3 },
  gemini: { generationConfig: { candidateCount: 3 } },
};

const faults: readonly Fault[] = [
  { name: "a body that is no JSON", call: (usual) => ({ ...usual, body: "{" }) },
  {
    name: "a model given twice",
    call: (usual) => ({ ...usual, headers: {}, body: '{"model":"a","model":"b"}' }),
  },
  {
    name: "no model",
    call: (usual) => ({ ...usual, body: { ...(usual.body as Members), model: undefined } }),
  },
  { name: "a model of nobody", call: (usual) => ({ ...usual, headers: {} }) },
  { name: "an empty body", call: (usual) => ({ ...usual, body: "" }) },
  { name: "a wrong type", call: (usual) => ({ ...usual, body: wrongTurns(usual.body as Members) }) },
  { name: "no turns", call: (usual) => ({ ...usual, body: { model: "m" } }) },
  { name: "a wrong key", call: (usual) => ({ ...usual, headers: { authorization: "Bearer nobody" } }) },
  { name: "no key", call: (usual) => ({ ...usual, headers: { authorization: "" } }) },
  { name: "an unknown engine", call: (usual) => ({ ...usual, headers: { "x-abp-engine": "nobody" } }) },
  { name: "a wrong method", call: ({ path }) => ({ path, method: "DELETE" }) },
  {
    name: "an unknown path",
    call: ({ path }) => ({ path: `${path.split("/").slice(0, 2).join("/")}/nothing`, body: {} }),
  },
  { name: "a body that is too large", call: (usual) => ({ ...usual, body: { a: "x".repeat(70_000) } }) },
  {
    name: "strict mode",
    call: (usual) => ({
      ...usual,
      headers: { ...usual.headers, "x-abp-compatibility": "strict" },
      body: { ...(usual.body as Members), something_new: 1 },
    }),
  },
  {
    name: "something that not every engine can do",
    call: (usual, { id }) => ({ ...usual, body: { ...(usual.body as Members), ...refused[id] } }),
  },
];

/** What a caller of one dialect receives from a whole gateway, on every engine: answers, streams, lists, errors. */
export async function* servedTo(gateway: TestGateway, callerId: string, every: number): AsyncGenerator<Said> {
  const caller = dialectNamed(callerId);
  for (const [place, engine] of dialects.entries()) {
    const headers = { "x-abp-engine": engine.id };
    for (const [index, question] of questions.entries()) {
      if ((index + place) % every !== 0) continue;
      for (const stream of [false, true]) {
        const body = requestTo(callerId, question, stream);
        const call = { path: pathOf(caller, stream), headers, body };
        yield* said(gateway, caller, engine.id, question.name, call, stream);
      }
    }
    for (const fault of faults) {
      const body = requestTo(callerId, questions[0]!, false);
      const call = fault.call({ path: pathOf(caller, false), headers, body }, caller);
      yield* said(gateway, caller, engine.id, fault.name, call, false);
    }
    const count = endpointOf(caller, "count_tokens");
    const body = requestTo(callerId, questions[0]!, false);
    if (count !== undefined)
      yield* said(gateway, caller, engine.id, "a count", { path: count, headers, body }, false, "count");
  }
  yield* listsSaid(gateway, caller);
}

async function* listsSaid(gateway: TestGateway, caller: Dialect): AsyncGenerator<Said> {
  const path = endpointOf(caller, "list_models")!;
  const get = (more: string) => ({ method: "GET", path: `${path}${more}` });
  yield* said(gateway, caller, "all", "models", get(""), false, "models");
  yield* said(gateway, caller, "all", "a model", get("/claude-model"), false, "model");
  yield* said(gateway, caller, "all", "an unknown model", get("/nobody-has-it"), false, "model");
}

async function* said(
  gateway: TestGateway,
  caller: Dialect,
  engine: string,
  name: string,
  call: Call,
  stream: boolean,
  kind: Said["kind"] = "answer",
): AsyncGenerator<Said> {
  const answer = await send(gateway, caller, call);
  const facts = { caller: caller.id, engine: `gateway ${engine}`, name };
  const text = await answer.text();
  if (answer.status >= 400) yield { ...facts, kind: "error", value: JSON.parse(text) };
  else if (stream) yield* eventsSaid({ ...facts, request: call.body as Members }, text);
  else if (kind === "answer")
    yield { ...facts, kind, value: JSON.parse(text), request: call.body as Members };
  else yield { ...facts, kind, value: JSON.parse(text) };
}

function send(gateway: TestGateway, { id }: Dialect, call: Call): Promise<Response> {
  const { method = "POST", path, headers, body } = call;
  return fetch(`${gateway.baseUrl}${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${gateway.token}`,
      ...vendorHeaders[id],
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

function wrongTurns(body: Members): Members {
  const turns = ["messages", "input", "contents"].find((one) => body[one] !== undefined);
  return { ...body, [turns!]: 7 };
}
