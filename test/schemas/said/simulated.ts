import { type Dialect, type ReplyOptions, translateReply } from "../../../src/dialects/index.ts";
import type { Engine } from "../../../src/engines/engine.ts";
import { openSim } from "../../../src/engines/sim/index.ts";
import { bytesOf, dialectNamed, dialects, replyOptions, translateStream } from "../../dialects/subjects.ts";
import { endpointOf, pathOf, type Question, questions, requestTo } from "./questions.ts";
import type { Said } from "./said.ts";
import { eventsSaid } from "./translated.ts";

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
  const counted = await send(engine, count, JSON.stringify(requestTo(dialect.id, questions[0]!, false)));
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
  const request = requestTo(dialect.id, question, stream);
  const sent = send(engine, pathOf(dialect, stream), JSON.stringify(request));
  return sent.then((answer) => ({ ...answer, request }));
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
