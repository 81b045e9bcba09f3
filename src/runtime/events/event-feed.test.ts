import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { EventFeed } from "./event-feed.ts";

const event = (seq: number): AgentEvent => ({
  ts: "2026-01-01T00:00:00Z",
  type: "warning",
  message: `${seq}`,
});
const numberOf = (given: AgentEvent): number => Number((given as { message: string }).message);

/** A feed whose first `keeps` events are kept in memory. */
function feedOf(keeps: number, replay?: (from: number) => AsyncIterable<AgentEvent>) {
  const kept: AgentEvent[] = [];
  const feed = new EventFeed({ kept, replay });
  let count = 0;
  const push = (events: number) => {
    for (let pushed = 0; pushed < events; pushed += 1) {
      const next = event(count++);
      if (kept.length < keeps) kept.push(next);
      feed.push(next);
    }
  };
  return { feed, push };
}

async function take(source: AsyncIterator<AgentEvent>, count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const step = await source.next();
    if (step.done === true) break;
    taken.push(numberOf(step.value));
  }
  return taken;
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

describe("the events of a run for its caller", () => {
  it("arrive in order, from memory and as they come, and end", async () => {
    const { feed, push } = feedOf(3);
    const reader = feed[Symbol.asyncIterator]();
    const all = take(reader, 10);
    push(2);
    await new Promise(setImmediate);
    push(5);
    feed.close();
    expect(await all).toEqual(range(0, 7));
  });

  it("hold nothing back if nobody reads", async () => {
    const { feed, push } = feedOf(0);
    push(5000);
    expect(await isSettled(feed.ready())).toBe(true);
    feed.close();
  });

  it("end at once for a reader that comes after the end", async () => {
    const { feed } = feedOf(1);
    feed.close();
    expect(await take(feed[Symbol.asyncIterator](), 1)).toEqual([]);
  });

  it("end for a reader that waits", async () => {
    const { feed } = feedOf(1);
    const reader = feed[Symbol.asyncIterator]();
    const taken = take(reader, 1);
    expect(await isSettled(taken)).toBe(false);
    feed.close();
    expect(await taken).toEqual([]);
  });

  it.each([0, 10_000])("hold the run back if the reader is behind, with %i kept events", async (keeps) => {
    const { feed, push } = feedOf(keeps);
    const reader = feed[Symbol.asyncIterator]();
    const first = take(reader, 1);
    push(1);
    await first;
    push(1023);
    expect(await isSettled(feed.ready())).toBe(true);
    push(2);
    const ready = feed.ready();
    expect(await isSettled(ready)).toBe(false);
    await take(reader, 1);
    expect(await isSettled(ready)).toBe(false);
    await take(reader, 1);
    expect(await isSettled(ready)).toBe(true);
  });

  it("hold nothing back once the reader has left, and begin again for the next one", async () => {
    const { feed, push } = feedOf(2000);
    const reader = feed[Symbol.asyncIterator]();
    push(1);
    await take(reader, 1);
    push(1500);
    const ready = feed.ready();
    await reader.return?.(undefined);
    expect(await isSettled(ready)).toBe(true);
    expect(await take(feed[Symbol.asyncIterator](), 3)).toEqual([0, 1, 2]);
  });

  it("have one reader at a time", async () => {
    const { feed, push } = feedOf(2);
    push(2);
    await take(feed[Symbol.asyncIterator](), 1);
    await expect(take(feed[Symbol.asyncIterator](), 1)).rejects.toMatchObject({
      code: "stream_closed",
      advice: expect.stringContaining("multiplexStream"),
    });
  });

  it("of a late reader come from memory, then from the store, then as they arrive", async () => {
    const asked: number[] = [];
    const { feed, push } = feedOf(2, async function* (from) {
      asked.push(from);
      for (let seq = from; ; seq += 1) yield event(seq);
    });
    push(6);
    const reader = feed[Symbol.asyncIterator]();
    expect(await take(reader, 3)).toEqual([0, 1, 2]);
    push(4);
    feed.close();
    expect(await take(reader, 100)).toEqual(range(3, 10));
    expect(asked).toEqual([2]);
  });

  it.each([
    ["without a store", undefined, 2],
    [
      "where the store has lost some",
      async function* () {
        yield event(2);
      },
      3,
    ],
  ])("of a late reader end with an error %s", async (_, replay, from) => {
    const { feed, push } = feedOf(2, replay);
    push(6);
    await expect(take(feed[Symbol.asyncIterator](), 10)).rejects.toMatchObject({
      code: "stream_closed",
      message: `the events from number ${from} to 5 are not in memory any more`,
      advice: expect.stringContaining("with a log"),
    });
  });

  it("are released as they are read, over many more than are kept", async () => {
    const { feed, push } = feedOf(1);
    const reader = feed[Symbol.asyncIterator]();
    for (let round = 0; round < 50; round += 1) {
      const taken = take(reader, 100);
      push(100);
      expect(await taken).toEqual(range(round * 100, round * 100 + 100));
    }
  });
});
