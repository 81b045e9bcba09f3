/**
 * Measures the translation of a stream for every pair of dialects: time and allocation per event, and the ratio to the
 * least work of any translator (`JSON.parse` and `JSON.stringify` of each event). Then shows that the cost per event
 * does not grow with the length of the stream.
 */
import type { Reply, StreamEvent } from "../src/contract/index.ts";
import { type Dialect, dialects, expand, IdMap, StreamTranslator } from "../src/dialects/index.ts";

const memory = {
  ids: new IdMap(),
  tools: { custom: new Set<string>(), namespaced: new Map() },
  streams: true,
  streamUsage: true,
  model: "m",
};
const options = { memory, id: "reply_1", created: 1_700_000_000 };
const facts = { ids: memory.ids, id: "reply_1", model: "m", created: 1_700_000_000, usage: true };

/** Writes a stream as an engine of the dialect sends it, with one text in so many deltas. */
function textStream(dialect: Dialect, deltas: number): string {
  const reply: Reply = {
    id: "reply_1",
    model: "m",
    created: 1_700_000_000,
    candidates: [{ index: 0, content: [{ type: "text", text: "x" }], stop: { reason: "end_turn" } }],
    usage: { input: 10, output: deltas },
  };
  return write(dialect, reply, (event) =>
    event.type !== "text_delta"
      ? [event]
      : Array.from({ length: deltas }, (_, index) => ({ ...event, text: ` word${index}` })),
  );
}

/** Writes a stream with one tool call. Its arguments come in deltas of `piece` characters. */
function toolStream(dialect: Dialect, bytes: number, piece: number): string {
  const json = JSON.stringify({ text: "x".repeat(bytes) });
  const reply: Reply = {
    id: "reply_1",
    model: "m",
    created: 1_700_000_000,
    candidates: [
      {
        index: 0,
        content: [{ type: "tool_use", kind: "function", id: "call_1", name: "write", input: {} }],
        stop: { reason: "tool_use" },
      },
    ],
    usage: { input: 10, output: 10 },
  };
  const pieces = Array.from({ length: Math.ceil(json.length / piece) }, (_, index) =>
    json.slice(index * piece, (index + 1) * piece),
  );
  return write(dialect, reply, (event) =>
    event.type !== "input_delta" ? [event] : pieces.map((text) => ({ ...event, text })),
  );
}

function write(dialect: Dialect, reply: Reply, spread: (event: StreamEvent) => StreamEvent[]): string {
  const writer = dialect.openWriter(facts);
  let text = "";
  const out = (piece: string) => {
    text += piece;
  };
  for (const event of expand(reply)) for (const one of spread(event)) writer.push(one, out);
  writer.end(out);
  return text;
}

/** Returns the JSON text of each event. */
function dataOf(stream: string): string[] {
  return stream
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => line.slice(6));
}

/** CPU nanoseconds of one action in the fastest round, which is the least disturbed one. */
function cost(action: () => void, rounds: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    const times = 20;
    for (let time = 0; time < times; time++) action();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, ((user + system) * 1000) / times);
  }
  return best;
}

/** Bytes of heap. Needs `node --expose-gc` for an exact figure. */
function allocated(action: () => void): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  action();
  return Math.max(0, process.memoryUsage().heapUsed - before);
}

function run(from: Dialect, to: Dialect, bytes: Uint8Array): void {
  const translator = new StreamTranslator(from, to, options);
  translator.push(bytes);
  translator.end();
}

const DELTAS = 100;
console.log(`pair                  ns/event  bytes/event  × JSON.parse+stringify   (${DELTAS} text deltas)`);
for (const from of dialects) {
  const stream = textStream(from, DELTAS);
  const bytes = Buffer.from(stream);
  const data = dataOf(stream);
  const bare = () => {
    for (const text of data) JSON.stringify(JSON.parse(text));
  };
  for (let warm = 0; warm < 200; warm++) bare();
  for (const to of dialects) {
    const translate = () => run(from, to, bytes);
    for (let warm = 0; warm < 200; warm++) translate();
    const floor = cost(bare, 9);
    const spent = cost(translate, 9);
    const heap = allocated(translate);
    const name = `${from.id} → ${to.id}`.padEnd(20);
    const ratio = (spent / floor).toFixed(2);
    console.log(
      `${name} ${(spent / data.length).toFixed(0).padStart(9)} ${(heap / data.length).toFixed(0).padStart(12)} ${ratio.padStart(8)}`,
    );
  }
}

console.log("\nlinear in length: a tool argument in 20-byte deltas, CPU ns per event");
for (const from of dialects) {
  const cells = [20_000, 200_000, 2_000_000].map((size) => {
    const bytes = Buffer.from(toolStream(from, size, 20));
    const events = Math.ceil(size / 20);
    const start = process.cpuUsage();
    run(from, dialects.find((one) => one !== from)!, bytes);
    const { user, system } = process.cpuUsage(start);
    return `${size / 1000} kB: ${(((user + system) * 1000) / events).toFixed(0)}`;
  });
  console.log(`${from.id.padEnd(8)} ${cells.join("   ")}`);
}
