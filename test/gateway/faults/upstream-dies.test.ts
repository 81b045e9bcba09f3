import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { understand } from "../../dialects/vendor-sdk.ts";
import type { CallerAnswer } from "./caller-line.ts";
import { scanErrorAnswers } from "./error-answers.ts";
import {
  answerWhole,
  asChunk,
  beginStream,
  headText,
  LAST_CHUNK,
  type UpstreamExchange,
} from "./raw-upstream.ts";
import { callTo, pairs, type SpeechName, somePairs, speeches } from "./speech.ts";
import { openStack, type Stack } from "./stack.ts";

type Death = (exchange: UpstreamExchange, engine: SpeechName) => void;

const begun = (exchange: UpstreamExchange, engine: SpeechName): void => {
  const { events, beforeEnd } = speeches[engine];
  beginStream(exchange);
  for (const event of events.slice(0, beforeEnd)) exchange.socket.write(asChunk(event));
};
const rest = (engine: SpeechName): string => {
  const { events, beforeEnd } = speeches[engine];
  return events.slice(beforeEnd).join("");
};
// Clients pass over events whose name they do not know, and some over all that have one.
const garbage = (engine: SpeechName): string =>
  `${engine === "claude" ? "event: content_block_delta\n" : ""}data: {this is not JSON at all\n\n`;

/** The ways in which a stream goes wrong. */
const deaths: Readonly<Record<string, Death>> = {
  "closes before its head": ({ socket }) => socket.destroy(),
  "resets before its head": ({ socket }) => socket.resetAndDestroy(),
  "answers with something that is no HTTP": ({ socket }) => socket.end("NOT HTTP AT ALL\r\n\r\n"),
  "dies within its head": ({ socket }) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty"),
  "ends after its head, with no event": (exchange) => {
    beginStream(exchange);
    exchange.socket.write(LAST_CHUNK);
  },
  "is reset in the middle of its events": (exchange, engine) => {
    begun(exchange, engine);
    setTimeout(() => exchange.socket.resetAndDestroy(), 20);
  },
  "is closed within a chunk": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.end("400\r\ndata: {");
  },
  "is closed within an event": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.end(asChunk(rest(engine).slice(0, 20)));
  },
  "ends cleanly without its last event": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.write(LAST_CHUNK);
  },
  "ends cleanly without its last event, with a length that was told": (exchange, engine) => {
    const { events, beforeEnd } = speeches[engine];
    answerWhole(exchange, 200, events.slice(0, beforeEnd).join(""), ["content-type", "text/event-stream"]);
  },
  "ends with its connection and without its last event": (exchange, engine) => {
    const { events, beforeEnd } = speeches[engine];
    exchange.socket.end(
      `${headText(200, ["content-type", "text/event-stream"])}${events.slice(0, beforeEnd).join("")}`,
    );
  },
  "says garbage and ends": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.write(asChunk(garbage(engine)));
    exchange.socket.write(LAST_CHUNK);
  },
  "says garbage and goes on": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.write(asChunk(garbage(engine) + rest(engine)));
    exchange.socket.write(LAST_CHUNK);
  },
  "has an error for its first event": (exchange, engine) => {
    beginStream(exchange);
    exchange.socket.write(asChunk(speeches[engine].errorEvent));
    exchange.socket.write(LAST_CHUNK);
  },
  "has an error in the middle": (exchange, engine) => {
    begun(exchange, engine);
    exchange.socket.write(asChunk(speeches[engine].errorEvent));
    exchange.socket.write(LAST_CHUNK);
  },
  "has a whole error in place of events": (exchange, engine) =>
    answerWhole(exchange, 200, JSON.stringify(speeches[engine].error("It failed"))),
  "falls silent before its head": () => undefined,
  "falls silent in the middle": begun,
};

/** The ways in which a whole answer goes wrong. */
const wholeDeaths: Readonly<Record<string, Death>> = {
  "closes before its head": ({ socket }) => socket.destroy(),
  "is cut short of its length": (exchange, engine) => {
    const body = JSON.stringify(speeches[engine].reply);
    const head = headText(200, ["content-type", "application/json", "content-length", String(body.length)]);
    exchange.socket.end(head + body.slice(0, -20));
  },
  "is cut within its chunks": ({ socket }, engine) => {
    const body = JSON.stringify(speeches[engine].reply);
    socket.write(headText(200, ["content-type", "application/json", "transfer-encoding", "chunked"]));
    socket.end(asChunk(body.slice(0, -20)));
  },
  "is an error under the status of a success": (exchange, engine) =>
    answerWhole(exchange, 200, JSON.stringify(speeches[engine].error("It failed"))),
  "is an empty object": (exchange) => answerWhole(exchange, 200, "{}"),
  "is a list": (exchange) => answerWhole(exchange, 200, "[]"),
  "is null": (exchange) => answerWhole(exchange, 200, "null"),
  "is no JSON": (exchange) => answerWhole(exchange, 200, "<html>hello</html>", ["content-type", "text/html"]),
  "is empty": (exchange) => answerWhole(exchange, 200, ""),
  "falls silent in the middle": ({ socket }, engine) => {
    const body = JSON.stringify(speeches[engine].reply);
    socket.write(headText(200, ["content-type", "application/json", "content-length", String(body.length)]));
    socket.write(body.slice(0, -20));
  },
};

/** Why an answer could be taken for a normal one; undefined when it cannot. */
async function normality(
  caller: SpeechName,
  engine: SpeechName,
  answer: CallerAnswer,
): Promise<string | undefined> {
  const speech = speeches[caller];
  if (answer.status >= 400) {
    if (!answer.isComplete) return "the error answer is not whole";
    const isOwn = speech.isError(JSON.parse(answer.text));
    return isOwn ? undefined : `the error is not in the caller's words: ${answer.text.slice(0, 200)}`;
  }
  if (!answer.isComplete) return undefined;
  // If the engine's own bytes pass, what is wrong with them is for the caller's client to see.
  if (caller === engine && answer.header("content-type")?.includes("event-stream") !== true) return undefined;
  if (answer.header("content-type")?.includes("json") === true)
    return `a whole answer came: ${answer.text.slice(0, 200)}`;
  if (caller !== engine && speech.hasNormalEnd(answer.text))
    return `a normal end: ${answer.text.slice(-300)}`;
  return understand(caller, answer.body).then(
    (understood) =>
      isFailed(understood.whole)
        ? undefined
        : `the vendor's client took it for ${JSON.stringify(understood).slice(0, 200)}`,
    () => undefined,
  );
}

/** Whether a client's own object says that the answer failed: OpenAI's does not throw for `response.failed`. */
function isFailed(whole: unknown): boolean {
  return (whole as { status?: string }).status === "failed";
}

/** What an engine of the caller's dialect may say, however odd: the transfer is whole, and the bytes are its own. */
const PASSED = new Set([
  "says garbage and goes on",
  "is an empty object",
  "is a list",
  "is null",
  "is no JSON",
  "is empty",
]);

const DEATHS = Object.keys(deaths);
const WHOLE_DEATHS = Object.keys(wholeDeaths);

describe("G19: a stream whose upstream", () => {
  let stack: Stack;
  let death: Death = () => undefined;
  beforeAll(async () => {
    const limits = { first_byte_timeout_secs: 1, idle_timeout_secs: 1, retries: 0 };
    stack = await openStack(
      (exchange) => death(exchange, exchange.header("x-engine") as SpeechName),
      {},
      limits,
      // Every engine says which it is, and every kind of death has engines of its own, so that no breaker opens.
      (base_url) => {
        const names = [...DEATHS, ...WHOLE_DEATHS];
        return Object.fromEntries(
          names.flatMap((_, index) =>
            Object.keys(speeches).map((dialect) => [
              `${dialect}-${index}`,
              {
                dialect: dialect as SpeechName,
                base_url,
                api_key: "none",
                headers: [`x-engine: ${dialect}`],
                ...limits,
              },
            ]),
          ),
        );
      },
    );
  });
  afterAll(() => stack.close());

  const run = async (name: string, index: number, isStream: boolean) => {
    stack.upstream.forget();
    death = (isStream ? deaths : wholeDeaths)[name]!;
    const faults = await Promise.all(
      somePairs.map(async ([caller, engine]) => {
        const request = callTo(caller, "claude", isStream);
        const headers = request.headers.map((value, at) =>
          request.headers[at - 1] === "x-abp-engine" ? `${engine}-${index}` : value,
        );
        const answer = await stack.call({ ...request, headers });
        const faults: string[] = [];
        const isPassedGarbage = caller === engine && PASSED.has(name);
        const fault = await normality(caller, engine, answer);
        if (fault !== undefined) faults.push(fault);
        if (answer.header("x-abp-run-id") === undefined) return [`${caller} → ${engine}: no head came`];
        const { outcome, termination } = await stack.receiptOf(answer);
        if (outcome === "complete" && !isPassedGarbage)
          faults.push(`the receipt says ${outcome}, ${JSON.stringify(termination)}`);
        return faults.map((one) => `${caller} → ${engine}: ${one}`);
      }),
    );
    expect(faults.flat()).toEqual([]);
    expect(stack.upstream.exchanges).toHaveLength(somePairs.length);
  };

  it.each(DEATHS)("%s is never a normal answer, in any pair of dialects", async (name) => {
    await run(name, DEATHS.indexOf(name), true);
  });

  it.each(WHOLE_DEATHS)("%s is no whole answer either, if none is streamed", async (name) => {
    await run(name, DEATHS.length + WHOLE_DEATHS.indexOf(name), false);
  });

  it("G27: tells nothing of our insides in the errors that it caused", () => {
    const { scanned, leaks } = scanErrorAnswers();
    expect(scanned).toBeGreaterThan(50);
    expect(leaks).toEqual([]);
  });
});

describe("a stream that is whole", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack(
      (exchange) => {
        const engine = exchange.header("x-engine") as SpeechName;
        beginStream(exchange);
        for (const event of speeches[engine].events) exchange.socket.write(asChunk(event));
        exchange.socket.write(LAST_CHUNK);
      },
      {},
      {},
      (base_url) =>
        Object.fromEntries(
          Object.keys(speeches).map((dialect) => [
            dialect,
            { dialect: dialect as SpeechName, base_url, api_key: "none", headers: [`x-engine: ${dialect}`] },
          ]),
        ),
    );
  });
  afterAll(() => stack.close());

  it.each(pairs)("is a normal answer to the vendor's client: %s from %s", async (caller, engine) => {
    const answer = await stack.call(callTo(caller, engine, true));
    expect([answer.status, answer.isComplete]).toEqual([200, true]);
    expect(speeches[caller].hasNormalEnd(answer.text)).toBe(true);
    expect((await understand(caller, answer.body)).text).toMatch(/^Hello there!?$/);
    expect((await stack.receiptOf(answer)).outcome).toBe("complete");
  });
});
