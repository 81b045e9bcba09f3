import { describe, expect, it } from "vitest";
import { type Dialect, translateReply } from "../../src/dialects/index.ts";
import { faultSize } from "../fault-size.ts";
import { corpusExists, recordedStreams, sampleOf } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { generateAnswer } from "./generate.ts";
import {
  type Answer,
  contradictionsOf,
  firstDeepDifference,
  framesOf,
  joinTexts,
  type NeutralReply,
  oracleOf,
  type Saying,
  wireOf,
} from "./oracle/index.ts";
import { Random } from "./random.ts";
import { renderStream } from "./render-reply.ts";
import { bytesOf, dialects, replyOptions, translateStream } from "./subjects.ts";
import { unreadable } from "./unreadable.ts";

const SAMPLE = faultSize(5, 40);
const GENERATED = faultSize(8, 60);
/** Every cut translates the whole stream again. */
const SMALL_BYTES = faultSize(2500, 6000);

const routes = dialects.flatMap((source) =>
  dialects.map((target) => [source.id, target.id, source, target] as const),
);

/** Where the stream's translation and the translation of what the stream amounts to say different things. */
function difference(source: Dialect, target: Dialect, bytes: Uint8Array): string | undefined {
  const frames = framesOf(bytes);
  const whole = oracleOf(source.id).collapse(frames);
  const before = oracleOf(source.id).reply(whole);
  const oracle = oracleOf(target.id);
  const written = framesOf(translateStream(source, target, bytes));
  const streamed = oracle.reply(oracle.collapse(written));
  if (before.failure !== undefined)
    return streamed.failure === undefined ? `the error is not in the stream: ${before.failure}` : undefined;
  // A stream that was cut off before it said why it stops has no reply to be compared with.
  if (before.answers.length === 0 || before.answers.some((answer) => answer.ending === undefined))
    return undefined;
  const atOnce = oracle.reply(translateReply(source, target, whole, replyOptions()).body);
  const [contradiction] = wireOf(target.id) === "responses" ? contradictionsOf(written) : [];
  if (contradiction !== undefined) return contradiction;
  const liberties = libertiesOf(source, target, before, frames);
  return firstDeepDifference(relaxed(streamed, liberties), relaxed(atOnce, liberties));
}

interface Liberties {
  /** A chat body has no order between reasoning, text and calls, and ids made from the order follow it. */
  readonly order: boolean;
  /** A run of Gemini's text parts is one text, wherever its signature splits it. */
  readonly runs: boolean;
  /** Bodies of Messages and Gemini hold arguments as an object; only a stream can carry what is no JSON. */
  readonly input: boolean;
  /** An id that comes after the first content cannot stand at the head of the stream. */
  readonly id: boolean;
}

function libertiesOf(
  source: Dialect,
  target: Dialect,
  before: NeutralReply,
  frames: readonly { data: string }[],
): Liberties {
  const calls = before.answers.flatMap(({ said }) => said.filter((one) => one.kind === "tool_call"));
  const isChat = wireOf(source.id) === "chat";
  const first = frames.find(({ data }) => data.includes('"choices":[{'))?.data ?? "";
  return {
    order: isChat,
    runs: isChat || wireOf(source.id) === "gemini",
    input:
      ["messages", "gemini"].includes(wireOf(target.id)) &&
      calls.some(({ facts }) => typeof facts["input"] === "string"),
    id: isChat && /"id":\s*""/.test(first),
  };
}

function relaxed(reply: NeutralReply, liberties: Liberties): NeutralReply {
  const order: Saying["kind"][] = ["thinking", "text", "refusal"];
  const place = (one: Saying) => (order.includes(one.kind) ? order.indexOf(one.kind) : order.length);
  const strip = (one: Saying): Saying => {
    const { input, id, ...facts } = one.facts;
    if (one.kind === "tool_call" && liberties.input) return { ...one, facts: { ...facts, id } };
    return one.kind === "thinking" && liberties.order ? { ...one, facts } : one;
  };
  const relax = ({ said, ...answer }: Answer): Answer => {
    const stripped = said.map(strip);
    const ordered = liberties.order ? stripped.sort((a, b) => place(a) - place(b)) : stripped;
    return { ...answer, said: liberties.runs ? joinTexts(ordered) : ordered };
  };
  return {
    ...reply,
    id: liberties.id ? undefined : reply.id,
    answers: reply.answers.map(relax),
  };
}

function failuresOf(
  list: readonly (readonly [string, Uint8Array])[],
  source: Dialect,
  target: Dialect,
): string[] {
  return list.flatMap(([name, bytes]) => {
    try {
      const found = difference(source, target, bytes);
      return found === undefined || unreadable.has(name) ? [] : [`${name}: ${found}`];
    } catch (error) {
      return [`${name}: threw ${error instanceof Error ? (error.stack ?? "").slice(0, 400) : String(error)}`];
    }
  });
}

describe.each(routes)("%s → %s", (_, __, source, target) => {
  it.skipIf(!corpusExists)("a translated recording amounts to the translated reply", () => {
    const streams = recordedStreams(source.id);
    const chosen = source === target ? streams : sampleOf(streams, SAMPLE);
    expectNone(
      failuresOf(
        chosen.map((one) => [one.name, one.bytes()] as const),
        source,
        target,
      ),
    );
  });

  it("a translated generated stream amounts to the translated reply", () => {
    const list = Array.from({ length: GENERATED }, (_, seed) => {
      const stream = renderStream(source.id, generateAnswer(seed), seed);
      return [`seed ${seed}`, bytesOf(stream)] as const;
    });
    expectNone(failuresOf(list, source, target));
  });
});

describe.each(dialects.map((one, index) => [one.id, one, index] as const))(
  "chunks of %s",
  (id, source, place) => {
    const target = dialects[(place + 1) % dialects.length]!;

    it("may end at any byte of a small stream", () => {
      const small = Array.from({ length: 40 }, (_, seed) =>
        bytesOf(renderStream(id, generateAnswer(seed), seed)),
      )
        .filter((bytes) => bytes.length < SMALL_BYTES)
        .sort((a, b) => b.length - a.length)
        .slice(0, 2);
      expect(small.length).toBe(2);
      for (const bytes of small) {
        const whole = translateStream(source, target, bytes);
        for (let cut = 1; cut < bytes.length; cut += 1)
          if (translateStream(source, target, bytes, [cut]) !== whole) expect.fail(`cut at byte ${cut}`);
        const single = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
        expect(translateStream(source, target, bytes, single)).toBe(whole);
      }
    });

    it.skipIf(!corpusExists)("may end at random bytes of a recorded stream", () => {
      const random = new Random(place);
      for (const one of sampleOf(recordedStreams(id), faultSize(3, 12))) {
        const bytes = one.bytes();
        const whole = translateStream(source, target, bytes);
        const cuts = Array.from({ length: 30 }, () => random.below(bytes.length)).sort((a, b) => a - b);
        expect(translateStream(source, target, bytes, cuts) === whole, one.name).toBe(true);
      }
    });
  },
);
