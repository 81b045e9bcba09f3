import { describe, it } from "vitest";
import type { Dialect } from "../../src/dialects/index.ts";
import { faultSize } from "../fault-size.ts";
import { corpusExists, recordedStreams, sampleOf } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { generateAnswer } from "./generate.ts";
import { framesOf, type NeutralReply, oracleOf } from "./oracle/index.ts";
import { renderStream } from "./render-reply.ts";
import { openGrammar } from "./stream-grammar/index.ts";
import { bytesOf, dialects, translateStream } from "./subjects.ts";
import { understand } from "./vendor-sdk.ts";

const routes = dialects.flatMap((source) =>
  dialects.map((target) => [source.id, target.id, source, target] as const),
);

/** What is wrong with a translated stream, by its own dialect's grammar and by the vendor's client. */
async function faultsOf(source: Dialect, target: Dialect, bytes: Uint8Array): Promise<string[]> {
  const text = translateStream(source, target, bytes);
  const frames = framesOf(text);
  const grammar = openGrammar(target.id);
  for (const { data, event } of frames) grammar.push(data, event);
  const faults = grammar.end().map(({ index, message }) => `event ${index}: ${message}`);
  // A client that reads the vendor's own stream in another way than the wire says does so here too.
  if (source === target && (await misreads(source, bytes))) return faults;
  const reply = oracleOf(target.id).reply(oracleOf(target.id).collapse(frames));
  // A stream that ends in an error makes the client throw, as it should.
  if (reply.failure !== undefined || hasBrokenArguments(source, bytes)) return faults;
  const theirs = await understand(target.id, text).catch(
    (error: unknown) => `the client threw ${String(error)}`,
  );
  if (typeof theirs === "string") return [...faults, theirs];
  const own = spoken(reply);
  if (theirs.text !== own.text)
    faults.push(`the client reads ${theirs.text.slice(0, 80)}, not ${own.text.slice(0, 80)}`);
  if (JSON.stringify(theirs.inputs) !== JSON.stringify(own.inputs))
    faults.push(
      `the client reads the arguments ${JSON.stringify(theirs.inputs)}, not ${JSON.stringify(own.inputs)}`,
    );
  return faults;
}

async function misreads(dialect: Dialect, bytes: Uint8Array): Promise<boolean> {
  const oracle = oracleOf(dialect.id);
  const own = spoken(oracle.reply(oracle.collapse(framesOf(bytes))));
  const theirs = await understand(dialect.id, bytes).catch(() => undefined);
  return (
    theirs === undefined ||
    JSON.stringify({ text: theirs.text, inputs: theirs.inputs }) !== JSON.stringify(own)
  );
}

/** Whether some arguments are no JSON: a client that wants an object cannot read them. */
function hasBrokenArguments(dialect: Dialect, bytes: Uint8Array): boolean {
  const oracle = oracleOf(dialect.id);
  return spoken(oracle.reply(oracle.collapse(framesOf(bytes)))).inputs.some(
    (input) => typeof input === "string",
  );
}

function spoken(reply: NeutralReply): { text: string; inputs: unknown[] } {
  const said = reply.answers[0]?.said ?? [];
  return {
    text: said.flatMap((one) => (one.kind === "text" ? [one.facts["text"]] : [])).join(""),
    inputs: said.flatMap((one) => (one.kind === "tool_call" ? [one.facts["input"]] : [])),
  };
}

async function failuresOf(
  list: readonly (readonly [string, Uint8Array])[],
  source: Dialect,
  target: Dialect,
): Promise<string[]> {
  const failures: string[] = [];
  for (const [name, bytes] of list) {
    const faults = await faultsOf(source, target, bytes).catch((error: unknown) => [
      `threw ${String(error)}`,
    ]);
    if (faults.length > 0) failures.push(`${name}: ${faults.slice(0, 3).join("; ")}`);
  }
  return failures;
}

describe.each(routes)("%s → %s", (_, __, source, target) => {
  it.skipIf(!corpusExists)(
    "recorded streams obey the grammar and are read by the vendor's client",
    async () => {
      const streams = recordedStreams(source.id).filter((one) => one.facts.complete);
      const list = sampleOf(streams, faultSize(6, 25)).map((one) => [one.name, one.bytes()] as const);
      expectNone(await failuresOf(list, source, target));
    },
  );

  it("generated streams obey the grammar and are read by the vendor's client", async () => {
    const list = Array.from({ length: faultSize(10, 30) }, (_, seed) => {
      const stream = renderStream(source.id, generateAnswer(seed), seed);
      return [`seed ${seed}`, bytesOf(stream)] as const;
    });
    expectNone(await failuresOf(list, source, target));
  });
});
