import { describe, it } from "vitest";
import { faultSize } from "../../fault-size.ts";
import { expectNone } from "../failures.ts";
import { generateAnswer } from "../generate.ts";
import { oracleOf } from "../oracle/index.ts";
import { Random } from "../random.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import { dialects } from "../subjects.ts";
import { received } from "./answers.ts";
import { codeAnswer, endings, plainAnswer, refusal, withEnding } from "./engine-answers.ts";
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
      const { body: got, named, header, status } = await received(caller, engine, body);
      const before = oracleOf(engine).reply(body).answers[0]?.ending;
      const after = status === 200 ? oracleOf(caller).reply(got).answers[0]?.ending : "refused";
      const isNamed = ENDING.test(named) || ENDING.test(header);
      if (!isSame(before, after) && !isNamed) found.push(`${ending}: ${before} became ${after}`);
    }
    expectNone(found.map((one) => `${engine} → ${caller}: ${one}`));
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
    const answer = plainAnswer(engine, "No call.");
    const { warnings, header } = await received(caller, engine, answer, "claude-fable-5-2");
    const isNamed = /tool_?choice|toolConfig|required/i.test(`${header} ${warnings}`);
    expectNone(isNamed ? [] : [`${engine} → ${caller}: nothing says it`]);
  });
});

const ENDING = /stop|finish|incomplete|status/i;

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
  // A turn that the caller may continue is one that was cut off, where the wire has no other word.
  return family(before) === family(after) || (before === "pause" && after === "length");
}
