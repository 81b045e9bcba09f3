import { describe, it } from "vitest";
import { faultSize } from "../../fault-size.ts";
import { expectNone } from "../failures.ts";
import { generateAnswer } from "../generate.ts";
import { oracleOf, wireOf } from "../oracle/index.ts";
import { Random } from "../random.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import { dialects } from "../subjects.ts";
import { type Received, received } from "./answers.ts";
import {
  callAnswers,
  codeAnswer,
  endedWith,
  endings,
  plainAnswer,
  plainStream,
  refusal,
  streamWithEnding,
  withEnding,
} from "./engine-answers.ts";
import { type Json, largeNumber, marker, rawNumber } from "./wire-turns.ts";

const ROUNDS = faultSize(2, 60);

const pairs = dialects.flatMap(({ id: engine }) =>
  dialects.map(({ id: caller }) => [engine, caller] as const),
);

/** An answer with a call whose arguments have a number that no double holds. */
function calling(seed: number, digits: string) {
  const answer = generateAnswer(seed);
  const call = { is: "call", id: `call_${seed}`, name: "f", input: { id: rawNumber(digits) } } as const;
  return {
    ...answer,
    pieces: [...answer.pieces.filter(({ is }) => is === "text"), call],
    ending: "tools" as const,
  };
}

describe.each(pairs)("an answer of %s to a caller of %s", (engine, caller) => {
  it("keeps the exact numbers in the arguments of calls, whole and streamed", async () => {
    const found: string[] = [];
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const digits = largeNumber(new Random(seed + 5));
      const answer = calling(seed, digits);
      for (const body of [renderReply(engine, answer), renderStream(engine, answer, seed)]) {
        const { words, status } = await received(caller, engine, body);
        if (!words.includes(digits))
          found.push(`${typeof body === "string" ? "a stream" : "a body"} lost ${digits} (${status})`);
      }
    }
    expectNone(found.map((one) => `${engine} → ${caller}: ${one}`));
  });

  it("ends as the model did, or names the change", async () => {
    const found: string[] = [];
    for (const ending of endings[engine]!) {
      const body = withEnding(engine, plainAnswer(engine, "Some text."), ending);
      const whole = await received(caller, engine, body);
      const { body: got, status } = whole;
      const before = oracleOf(engine).reply(body).answers[0]?.ending;
      const after = status === 200 ? oracleOf(caller).reply(got).answers[0]?.ending : "refused";
      if (isSame(before, after)) continue;
      if (!namesEnd(whole)) found.push(`${ending}: ${before} became ${after}`);
      const stream = streamWithEnding(engine, "Some text.", ending);
      if (stream === undefined) continue;
      if (!namesEnd(await received(caller, engine, stream)))
        found.push(`${ending}: ${before} became ${after} at the end of a stream`);
    }
    expectNone(found.map((one) => `${engine} → ${caller}: ${one}`));
  });

  it("is a call of a tool, whatever unknown word ends it, and its end is not named as changed", async () => {
    const ending = engine === "codex" ? "completed" : unknownEnding(engine);
    const [answer, stream] = callAnswers(engine);
    const whole = await received(caller, engine, withEnding(engine, answer, ending));
    const streamed = await received(caller, engine, engine === "codex" ? stream : endedWith(stream, ending));
    // A caller of the engine's dialect gets the vendor's own word.
    const after = whole.status === 200 ? oracleOf(caller).reply(whole.body).answers[0]?.ending : "refused";
    const isOwn = wireOf(caller) === wireOf(engine) && after === "other";
    expectNone([
      ...(after === "tools" || isOwn ? [] : [`${engine} → ${caller}: became ${after}`]),
      ...(namesEnd(whole) ? [`${engine} → ${caller}: named as changed in ${whole.header}`] : []),
      ...(namesEnd(streamed) ? [`${engine} → ${caller}: named as changed behind a stream`] : []),
    ]);
  });

  it("shows its refusal, its code and the result of that, or names the loss", async () => {
    const found: string[] = [];
    const random = new Random(3);
    const [no, code, output] = [
      marker(random, "no"),
      `print_${random.below(1e9)}()`,
      `result_${random.below(1e9)}`,
    ];
    const cases: [string, Json | undefined, string[]][] = [
      ["refusal", refusal(engine, no), [no]],
      ["code", codeAnswer(engine, code, output), [code, output]],
    ];
    for (const [name, body, texts] of cases) {
      if (body === undefined) continue;
      const { words } = await received(caller, engine, body);
      for (const text of texts) if (!words.includes(text)) found.push(`${name}: ${text} is lost`);
    }
    expectNone(found.map((one) => `${engine} → ${caller}: ${one}`));
  });

  it("counts the tokens as the engine did", async () => {
    const body = plainAnswer(engine, "Some text.");
    const { body: got } = await received(caller, engine, body);
    const before = oracleOf(engine).reply(body).usage;
    const after = oracleOf(caller).reply(got).usage;
    expectNone(
      (["input", "output", "cacheRead"] as const)
        .filter((name) => (before?.[name] ?? 0) !== (after?.[name] ?? 0))
        .map((name) => `${engine} → ${caller}: ${name}: ${before?.[name]} became ${after?.[name]}`),
    );
  });

  it("says that a call was not made that the engine's model cannot be forced to make", async () => {
    if (engine !== "claude" || caller === "claude") return;
    const model = "claude-fable-5-2";
    const [call, callStream] = callAnswers(engine);
    const pairs = [
      [plainAnswer(engine, "No call."), call],
      [plainStream(engine, "No call."), callStream],
    ] as const;
    for (const [without, made] of pairs) {
      const missed = await received(caller, engine, without, model);
      const kept = await received(caller, engine, made, model);
      const where = `${engine} → ${caller}, ${typeof without === "string" ? "a stream" : "a body"}`;
      expectNone([
        ...(missed.header === kept.header ? [`${where}: the header says it of no answer or of each`] : []),
        ...(missed.warnings === kept.warnings
          ? [`${where}: the receipt says it of no answer or of each`]
          : []),
        ...(/tool_?choice|toolConfig|required/i.test(missed.header) ? [] : [`${where}: no header says it`]),
      ]);
    }
  });
});

/** Whether the header or the trailer names a place at which the end of the answer changed. */
function namesEnd({ header, endPlaces }: Received): boolean {
  const said = header.split(/, |\n/);
  return endPlaces.some((place) => said.includes(`answer disclosed ${place}`));
}

function unknownEnding(engine: string): string {
  return endings[engine]!.at(-1)!;
}

/** Ends that say the same to a caller whose wire has fewer words: why there is no more text. */
const families: Readonly<Record<string, string>> = {
  // The text of a stop sequence is not in the answer.
  sequence: "end",
  refusal: "filter",
  context: "length",
  pause: "other",
  malformed: "other",
};

function isSame(before: string | undefined, after: string | undefined): boolean {
  const family = (ending = "none") => families[ending] ?? ending;
  // A turn that the caller may continue is one that was cut off, if the wire has no other word.
  return family(before) === family(after) || (before === "pause" && after === "length");
}
