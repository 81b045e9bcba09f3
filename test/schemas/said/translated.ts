import { AbpError } from "../../../src/contract/index.ts";
import {
  type Dialect,
  type ReplyOptions,
  translateError,
  translateReply,
  translateRequest,
} from "../../../src/dialects/index.ts";
import { recordedErrors, recordedReplies, recordedStreams, sampleOf } from "../../dialects/corpus.ts";
import { generateAnswer, generateScene } from "../../dialects/generate.ts";
import { framesOf } from "../../dialects/oracle/index.ts";
import { renderReply, renderStream } from "../../dialects/render-reply.ts";
import { renderRequest } from "../../dialects/render-request.ts";
import { bytesOf, dialectNamed, dialects, emulatorsOf, translateStream } from "../../dialects/subjects.ts";
import type { Said } from "./said.ts";

/** How many recordings of each kind, and how many generated answers, per pair of dialects. */
export interface Amount {
  readonly recordings: number;
  readonly generated: number;
}

/** Everything that engines of other dialects said, translated into one dialect. */
export function* translatedInto(caller: string, amount: Amount): Generator<Said> {
  for (const engine of dialects) {
    if (engine.id === caller) continue;
    yield* translatedPair(engine, dialectNamed(caller), amount);
  }
}

function* translatedPair(engine: Dialect, caller: Dialect, amount: Amount): Generator<Said> {
  const facts = { caller: caller.id, engine: engine.id };
  let serial = 0;
  for (const one of sampleOf(recordedReplies(engine.id), amount.recordings)) {
    const asked = askedOf(engine, caller, serial++);
    yield* wholeSaid(engine, caller, asked, one.name, () => one.body());
  }
  for (const one of sampleOf(recordedStreams(engine.id), amount.recordings))
    yield* streamSaid(engine, caller, askedOf(engine, caller, serial++), one.name, one.bytes());
  for (const one of sampleOf(recordedErrors(engine.id), amount.recordings)) {
    const { body } = translateError(engine, caller, one.facts.status, one.body());
    yield { ...facts, name: one.name, kind: "error", value: body };
  }
  for (let seed = 0; seed < amount.generated; seed++) {
    const answer = generateAnswer(seed);
    const asked = askedOf(engine, caller, seed);
    yield* wholeSaid(engine, caller, asked, `seed ${seed}`, () => renderReply(engine.id, answer));
    const bytes = bytesOf(renderStream(engine.id, answer, seed));
    yield* streamSaid(engine, caller, asked, `seed ${seed}`, bytes);
  }
}

/** A request of a caller, and what its translation remembers for the answer. */
interface Asked {
  readonly request: Readonly<Record<string, unknown>>;
  readonly options: ReplyOptions;
}

/** A generated request that the engine can serve; the first seed from `start` whose request is not refused. */
export function askedOf(engine: Dialect, caller: Dialect, start: number): Asked {
  for (let seed = start; ; seed++) {
    const { body, reading } = renderRequest(caller.id, generateScene(seed));
    try {
      const { memory } = translateRequest(caller, engine, body, {
        ...reading,
        emulators: emulatorsOf(engine),
        targetModel: "m",
      });
      return {
        request: body,
        options: { memory, id: "reply_of_the_test", created: 1_790_000_000, unique: UNIQUE },
      };
    } catch (error) {
      if (!AbpError.is(error)) throw error; // A refusal: the next one may do.
    }
  }
}

const UNIQUE = "0123456789abcdef0123456789abcdef";

function* wholeSaid(
  engine: Dialect,
  caller: Dialect,
  { options, request }: Asked,
  name: string,
  body: () => unknown,
): Generator<Said> {
  const facts = { caller: caller.id, engine: engine.id, name };
  try {
    const value = translateReply(engine, caller, body(), options).body;
    yield { ...facts, kind: "answer", value, request };
  } catch (error) {
    if (!AbpError.is(error)) throw error; // A body that the engine's dialect cannot read is an error of the call.
    const failure = { code: error.code, status: 502, message: error.message };
    yield { ...facts, kind: "error", value: caller.writeError(failure).body };
  }
}

function* streamSaid(
  engine: Dialect,
  caller: Dialect,
  { options, request }: Asked,
  name: string,
  bytes: Uint8Array,
): Generator<Said> {
  const text = translateStream(engine, caller, bytes, [], options);
  yield* eventsSaid({ caller: caller.id, engine: engine.id, name, request }, text);
}

/** Every event of a stream; the mark at the end of a Chat stream is no event. */
export function* eventsSaid(facts: Omit<Said, "kind" | "value">, text: string): Generator<Said> {
  for (const { data } of framesOf(text))
    if (data !== "[DONE]") yield { ...facts, kind: "event", value: JSON.parse(data) };
}
