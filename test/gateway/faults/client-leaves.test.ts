import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../../eventually.ts";
import { headerIn } from "./message-reader.ts";
import { asChunk, beginStream, headText, type UpstreamExchange } from "./raw-upstream.ts";
import { callTo, pairs, type SpeechName, speeches } from "./speech.ts";
import { openStack, pause, type Stack } from "./stack.ts";

/** Far below every timeout of the gateway, and far above a slow turn of a busy machine. */
const LIMIT_MS = 2000;

/** When a caller leaves, and what the upstream has done by then. */
const moments = {
  "before the first byte of a stream": { stream: true, begin: () => undefined },
  "in the middle of a stream": {
    stream: true,
    begin: (exchange: UpstreamExchange, engine: SpeechName) => {
      const { events, beforeEnd } = speeches[engine];
      beginStream(exchange);
      for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
    },
  },
  "before the first byte of a whole answer": { stream: false, begin: () => undefined },
  "in the middle of a whole answer": {
    stream: false,
    begin: ({ socket }: UpstreamExchange, engine: SpeechName) => {
      const body = JSON.stringify(speeches[engine].reply);
      socket.write(
        headText(200, ["content-type", "application/json", "content-length", String(body.length)]),
      );
      socket.write(body.slice(0, 30));
    },
  },
  "while a slow upstream drips": {
    stream: true,
    begin: (exchange: UpstreamExchange, engine: SpeechName) => {
      const { events, beforeEnd } = speeches[engine];
      beginStream(exchange);
      exchange.socket.write(asChunk(events.slice(0, beforeEnd - 1).join("")));
      const drip = setInterval(() => exchange.socket.write(asChunk(events[beforeEnd - 1]!)), 10);
      void exchange.closed.then(() => clearInterval(drip));
    },
  },
} as const;
type Moment = keyof typeof moments;

const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!;

describe("G18: a caller that leaves", () => {
  let stack: Stack;
  let moment: Moment = "before the first byte of a stream";
  const delays: number[] = [];
  beforeAll(async () => {
    stack = await openStack((exchange) => moments[moment].begin(exchange, engineOf(exchange)));
  });
  afterAll(async () => {
    console.info(
      `${delays.length} calls left: the upstream was closed after ${median(delays).toFixed(1)} ms (median), ${Math.max(...delays).toFixed(1)} ms (longest)`,
    );
    await stack.close();
  });

  const engineOf = (exchange: UpstreamExchange): SpeechName => {
    const { target } = exchange;
    if (target.includes("messages")) return "claude";
    if (target.includes("completions")) return "openai";
    return target.includes("responses") ? "codex" : "gemini";
  };

  /** Makes one call, leaves it, and answers how long the upstream's connection stayed open. */
  const leave = async (caller: SpeechName, engine: SpeechName): Promise<number> => {
    const line = stack.line();
    const coming = stack.upstream.next();
    let received = 0;
    const request = callTo(caller, engine, moments[moment].stream);
    const answered = line.send({ ...request, onBytes: (chunk) => (received += chunk.length) });
    const exchange = await coming;
    const isBegun = caller === engine && moments[moment].begin.length > 0 && moments[moment].stream;
    if (isBegun) await until(() => received > 0);
    else await pause(10);
    const leftAt = performance.now();
    line.leave();
    await answered;
    return (await exchange.closed) - leftAt;
  };

  it.each(Object.keys(moments) as Moment[])(
    "%s: the upstream is closed at once and not by a timeout, in every pair",
    async (name) => {
      moment = name;
      const before = (await stack.receipts()).length;
      const own: number[] = [];
      for (const [caller, engine] of pairs) own.push(await leave(caller, engine));
      delays.push(...own);
      expect(median(own)).toBeLessThan(LIMIT_MS);
      const receipts = (await stack.receipts()).slice(before);
      expect(receipts).toHaveLength(pairs.length);
      expect(receipts.map(({ termination }) => termination)).toEqual(
        pairs.map(() => expect.objectContaining({ code: "client_gone", reason: "cancelled" })),
      );
      expect(receipts.every(({ outcome }) => outcome === "partial" || outcome === "failed")).toBe(true);
    },
  );

  it("in the middle of a stream: what was used by then is on its receipt", async () => {
    moment = "in the middle of a stream";
    for (const caller of ["claude", "openai", "codex", "gemini"] as const) {
      const before = (await stack.receipts()).length;
      await leave(caller, "claude");
      const [receipt] = (await stack.receipts()).slice(before);
      expect([caller, receipt!.usage.input_tokens]).toEqual([caller, 11]);
    }
  });

  it("G18: leaks no connection to the upstream, 200 callers leaving at once", async () => {
    const names = Object.keys(moments) as Moment[];
    const before = (await stack.receipts()).length;
    const left: Promise<number>[] = [];
    for (let number = 0; number < 200; number += 1) {
      const [caller, engine] = pairs[number % pairs.length]!;
      // The moment holds for all that are under way: the upstream's script reads it when the call comes.
      if (number % 40 === 0) {
        await Promise.all(left);
        moment = names[(number / 40) % names.length]!;
      }
      left.push(leaveAlone(caller, engine));
    }
    const waited = await Promise.all(left);
    await until(() => stack.upstream.openSockets.size === 0);
    expect(stack.upstream.openSockets.size).toBe(0);
    delays.push(...waited);
    expect(median(waited)).toBeLessThan(LIMIT_MS);
    expect((await stack.receipts()).length - before).toBe(200);
  });

  /** As `leave`, among others: the call is found at the upstream by its number. */
  let numbers = 0;
  const leaveAlone = async (caller: SpeechName, engine: SpeechName): Promise<number> => {
    const line = stack.line();
    numbers += 1;
    const mark = `t-${numbers}`;
    const traceparent = `00-${mark.padStart(32, "0")}-0000000000000001-01`;
    const request = callTo(caller, engine, moments[moment].stream, { headers: ["traceparent", traceparent] });
    const answered = line.send(request);
    const found = () =>
      stack.upstream.exchanges.find(({ headers }) => headerIn(headers, "traceparent") === traceparent);
    await until(() => found() !== undefined);
    await pause(10);
    const leftAt = performance.now();
    line.leave();
    await answered;
    return (await found()!.closed) - leftAt;
  };
});
