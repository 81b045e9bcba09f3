import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { dialects, findDialect } from "../../../dialects/index.ts";
import { RecordingHandler } from "../../http/fixtures/fake-pool.ts";
import { openTestSim, post, readStream, requestOf, saying, send, sendUntil } from "../fixtures/calling.ts";

import { type Answer, Delivery, type Ending } from "./delivery.ts";

const claude = findDialect("claude");
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await turn();
}

describe("how an answer is handed over", () => {
  it("begins after the dispatch has returned", async () => {
    const order: string[] = [];
    const engine = openTestSim(claude);
    await new Promise<void>((resolve) => {
      engine.dispatch(requestOf(claude, saying("hi")), {
        onHead: () => order.push("head"),
        onData: () => order.push("data") > 0,
        onEnd: () => {
          order.push("end");
          resolve();
        },
        onFailure: () => resolve(),
      });
      order.push("returned");
    });
    expect(order).toEqual(["returned", "head", "data", "end"]);
  });

  it("pauses on request, and goes on where it was", async () => {
    const engine = openTestSim(claude);
    const request = requestOf(claude, saying("sim: repeat 200 word"), true);
    const { call, seen } = await sendUntil(engine, request, 3);
    await turns(20);
    expect(seen).toHaveLength(3);
    call.resume();
    await turns(40);
    expect(seen.at(-1)).toBe("end");
    const whole = await send(engine, request);
    expect(seen.slice(0, -1).join("")).toBe(whole.text);
  });

  it("takes no notice of a resume without a pause", async () => {
    const order: string[] = [];
    const call = openTestSim(claude).dispatch(requestOf(claude, saying("hi")), {
      onHead: () => {
        order.push("head");
        call.resume();
      },
      onData: () => order.push("data") > 0,
      onEnd: () => order.push("end"),
      onFailure: () => order.push("failure"),
    });
    call.resume();
    await turns(5);
    expect(order).toEqual(["head", "data", "end"]);
  });

  it("does not end before a pause is over", async () => {
    const { call, seen } = await sendUntil(openTestSim(claude), requestOf(claude, saying("hi")), 1);
    await turns(5);
    expect(seen).toHaveLength(1);
    call.resume();
    await turns(5);
    expect(seen.at(-1)).toBe("end");
  });

  it("hands nothing over after it was broken off, whether paused or under way", async () => {
    const engine = openTestSim(claude);
    const request = requestOf(claude, saying("sim: repeat 200 word"), true);
    const paused = await sendUntil(engine, request, 3);
    paused.call.abort();
    paused.call.resume();
    const seen: string[] = [];
    const call = engine.dispatch(request, {
      onHead: () => seen.push("head"),
      onData: () => {
        seen.push("data");
        call.abort();
        return true;
      },
      onEnd: () => seen.push("end"),
      onFailure: () => seen.push("failure"),
    });
    await turns(40);
    expect(paused.seen).toHaveLength(3);
    expect(seen).toEqual(["head", "data"]);
  });

  it("breaks open calls off when the engine is closed, and no others", async () => {
    const engine = openTestSim(claude);
    const stalled = send(engine, requestOf(claude, saying("sim: stall-after 0"), true));
    const gone = await sendUntil(engine, requestOf(claude, saying("sim: repeat 99 x"), true), 1);
    gone.call.abort();
    await turns(10);
    await engine.close();
    expect((await stalled).failure?.code).toBe("shutting_down");
    expect(gone.seen).toHaveLength(1);
  });

  it("lets hundreds of streams go on side by side", async () => {
    const engine = openTestSim(claude);
    const request = requestOf(claude, saying("sim: repeat 100 word"), true);
    const ends: number[] = [];
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        const answer = await send(engine, request);
        ends.push(index);
        return answer;
      }),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(ends).toHaveLength(300);
  });

  it("takes bytes as well as text", async () => {
    const { path, body } = requestOf(claude, saying("grüße"));
    const bytes = new TextEncoder().encode(`  ${String(body)}`).subarray(2);
    const fromBytes = await send(openTestSim(claude), { ...post(path, ""), body: bytes });
    expect(fromBytes).toEqual(await send(openTestSim(claude), post(path, String(body))));
  });
});

describe.each(dialects.map((dialect) => [dialect.id, dialect] as const))(
  "faults of a stream in %s",
  (_id, dialect) => {
    const engine = openTestSim(dialect);
    const words = "sim: repeat 6 word";
    const ask = (directive: string) =>
      send(engine, requestOf(dialect, saying(`${words}\n${directive}`), true));
    const textOf = (read: ReturnType<typeof readStream>) =>
      read.events.map((event) => (event.type === "text_delta" ? event.text : "")).join("");

    it("fail-after: an error event in the dialect's own grammar", async () => {
      const answer = await ask("sim: fail-after 2");
      expect(answer.failure).toBeUndefined();
      const read = readStream(dialect, answer);
      expect(textOf(read)).toBe("word word ");
      expect(read.error?.message).toBe("[simulated] the engine failed");
      expect(read.faults).toEqual([]);
    });

    it("cut-after: the connection breaks", async () => {
      const answer = await ask("sim: cut-after 2");
      expect(answer.failure?.code).toBe("stream_closed");
      expect(textOf(readStream(dialect, answer))).toBe("word word ");
    });

    it("eof-after: a clean end without the last event", async () => {
      const answer = await ask("sim: eof-after 3");
      expect(answer.failure).toBeUndefined();
      const read = readStream(dialect, answer);
      expect(textOf(read)).toBe("word word word ");
      expect(read.events.some((event) => event.type === "reply_stop")).toBe(false);
    });

    it("stall-after: silence until it is broken off", async () => {
      const seen: string[] = [];
      const call = engine.dispatch(requestOf(dialect, saying(`${words}\nsim: stall-after 1`), true), {
        onHead: () => seen.push("head"),
        onData: (chunk) => seen.push(Buffer.from(chunk).toString()) > 0,
        onEnd: () => seen.push("end"),
        onFailure: () => seen.push("failure"),
      });
      await turns(20);
      expect(seen[0]).toBe("head");
      expect(seen.join("").split("word")).toHaveLength(2);
      call.abort();
      await turns(5);
      expect(seen).not.toContain("end");
      expect(seen).not.toContain("failure");
    });

    it("garbage-after: an event that is not JSON, and then the rest", async () => {
      const { text, chunks } = await ask("sim: garbage-after 2");
      const at = chunks.findIndex((chunk) => chunk.toString() === 'data: {"simulated garbage": \n\n');
      expect(at).toBeGreaterThan(0);
      expect(text.slice(text.indexOf("garbage")).split("word").length).toBeGreaterThan(4);
    });

    it("delay: the events come one by one, and none is lost", async () => {
      const answer = await ask("sim: delay 1");
      expect(textOf(readStream(dialect, answer))).toBe("word word word word word word");
    });

    it("a fault of an answer that is no stream breaks its document", async () => {
      const whole = (directive: string) => send(engine, requestOf(dialect, saying(directive)));
      expect((await whole("sim: cut-after 1")).failure?.code).toBe("stream_closed");
      for (const directive of ["sim: eof-after 1", "sim: garbage-after 1"]) {
        const { text, failure } = await whole(directive);
        expect(failure).toBeUndefined();
        expect(() => JSON.parse(text)).toThrow();
      }
      expect((await whole("sim: fail-after 1")).status).toBeGreaterThanOrEqual(500);
    });
  },
);

describe("a delivery", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** An answer of numbered frames; counts how many were taken. */
  function open(count: number, own: Partial<Answer> = {}, ending: Ending = "end") {
    const state = { taken: 0, over: 0 };
    function* frames(): Generator<string | Uint8Array, Ending> {
      for (let index = 0; index < count; index++) {
        state.taken++;
        yield index % 2 === 0 ? String(index) : Buffer.from(String(index));
      }
      return ending;
    }
    const handler = new RecordingHandler();
    const delivery = new Delivery("e", handler, () => state.over++);
    const answer: Answer = {
      status: 201,
      headers: ["a", "1"],
      frames: frames(),
      headDelayMs: 0,
      frameDelayMs: 0,
      ...own,
    };
    return { state, handler, delivery, answer };
  }
  const turn = () => vi.advanceTimersToNextTimer();

  it("delivers head, frames and end, and then says that it is over", () => {
    const { state, handler, delivery, answer } = open(3);
    delivery.start(answer);
    expect(handler.log).toEqual([]);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0", "data 1", "data 2", "end"]);
    expect(handler.headers).toEqual(["a", "1"]);
    expect(state.over).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("delivers 16 frames per turn", () => {
    const { state, delivery, answer } = open(40);
    delivery.start(answer);
    for (const taken of [16, 32, 40]) {
      turn();
      expect(state.taken).toBe(taken);
    }
    expect(state.over).toBe(1);
  });

  it("waits before the head and before each frame", () => {
    const { handler, delivery, answer } = open(2, { headDelayMs: 50, frameDelayMs: 10 });
    delivery.start(answer);
    vi.advanceTimersByTime(49);
    expect(handler.log).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(handler.log).toEqual(["head 201"]);
    vi.advanceTimersByTime(9);
    expect(handler.log).toEqual(["head 201"]);
    vi.advanceTimersByTime(1);
    expect(handler.log).toEqual(["head 201", "data 0"]);
    vi.advanceTimersByTime(10);
    expect(handler.log).toEqual(["head 201", "data 0", "data 1"]);
    vi.advanceTimersByTime(10);
    expect(handler.log.at(-1)).toBe("end");
  });

  it("waits before each frame also for a delay of 1 ms", () => {
    const { handler, delivery, answer } = open(2, { frameDelayMs: 1 });
    delivery.start(answer);
    const seen = [1, 2, 3, 4].map(() => {
      turn();
      return handler.log.join(", ");
    });
    expect(seen).toEqual([
      "head 201",
      "head 201, data 0",
      "head 201, data 0, data 1",
      "head 201, data 0, data 1, end",
    ]);
  });

  it("pauses at a frame that the handler does not want to be followed, and resumes", () => {
    const { state, handler, delivery, answer } = open(3);
    handler.react = (event) => event !== "data";
    delivery.start(answer);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0"]);
    expect(vi.getTimerCount()).toBe(0);
    delivery.resume();
    delivery.resume();
    expect(vi.getTimerCount()).toBe(1);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0", "data 1"]);
    expect(state.taken).toBe(2);
  });

  it("resumes with the delay of a frame", () => {
    const { handler, delivery, answer } = open(2, { frameDelayMs: 10 });
    handler.react = (event) => event !== "data";
    delivery.start(answer);
    vi.advanceTimersByTime(20);
    delivery.resume();
    vi.advanceTimersByTime(9);
    expect(handler.log).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(handler.log).toHaveLength(3);
  });

  it("stays silent at a stall, until it is aborted", () => {
    const { state, handler, delivery, answer } = open(1, {}, "stall");
    delivery.start(answer);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0"]);
    delivery.resume();
    expect(vi.getTimerCount()).toBe(0);
    expect(state.over).toBe(0);
    delivery.abort();
    expect(state.over).toBe(1);
  });

  it("ends with the error of its answer", () => {
    const { state, handler, delivery, answer } = open(1, {}, new AbpError("stream_closed", "x"));
    delivery.start(answer);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0", "failure stream_closed"]);
    expect(state.over).toBe(1);
  });

  it.each([0, 30])("delivers nothing after an abort, with a delay of %i ms", (delay) => {
    const { state, handler, delivery, answer } = open(3, { headDelayMs: delay });
    delivery.start(answer);
    delivery.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(state.over).toBe(1);
    delivery.start(answer);
    delivery.resume();
    vi.advanceTimersByTime(100);
    expect(handler.log).toEqual([]);
  });

  it("does not start after an abort that came before its answer", () => {
    const { handler, delivery, answer } = open(3);
    delivery.abort();
    delivery.start(answer);
    expect(vi.getTimerCount()).toBe(0);
    expect(handler.log).toEqual([]);
  });

  it.each(["head", "data"] as const)("delivers nothing after an abort within its %s", (moment) => {
    for (const frameDelayMs of [0, 10]) {
      const { handler, delivery, answer } = open(3, { frameDelayMs });
      handler.react = (event) => {
        if (event === moment) delivery.abort();
        return false;
      };
      delivery.start(answer);
      vi.advanceTimersByTime(1000);
      expect(handler.log).toEqual(moment === "head" ? ["head 201"] : ["head 201", "data 0"]);
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  it("fails with the handler's error, under the engine's name", () => {
    const { state, handler, delivery, answer } = open(3);
    const thrown = new Error("handler");
    handler.react = (event) => {
      if (event === "data") throw thrown;
      return true;
    };
    delivery.start(answer);
    turn();
    expect(handler.log).toEqual(["head 201", "data 0", "failure internal"]);
    expect(handler.error).toMatchObject({ cause: thrown, details: { engine: "e" } });
    expect(state.over).toBeGreaterThan(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("can be failed from outside, which ends it", () => {
    const { state, handler, delivery, answer } = open(3);
    delivery.start(answer);
    delivery.fail(new AbpError("shutting_down", "x"));
    expect(vi.getTimerCount()).toBe(0);
    expect(handler.log).toEqual(["failure shutting_down"]);
    expect(state.over).toBe(1);
  });
});
