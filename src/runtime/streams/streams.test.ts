import { describe, expect, it } from "vitest";
import { takeAll } from "../fixtures/take-all.ts";
import { filterStream, multiplexStream, redactStream, replayStream, transformStream } from "./index.ts";

async function* numbers(count: number, log: string[] = []): AsyncGenerator<number> {
  try {
    for (let number = 0; number < count; number += 1) {
      log.push(`read ${number}`);
      yield number;
    }
  } finally {
    log.push("closed");
  }
}

describe("streams", () => {
  it("are filtered and transformed, one after the other", async () => {
    const even = filterStream(numbers(6), (number) => number % 2 === 0);
    expect(await takeAll(transformStream(even, async (number) => number * 10))).toEqual([0, 20, 40]);
  });

  it("close their source if the reader leaves", async () => {
    const log: string[] = [];
    for await (const _ of transformStream(
      filterStream(numbers(9, log), () => true),
      (item) => item,
    ))
      break;
    expect(log).toEqual(["read 0", "closed"]);
  });

  it("lose secrets by name and by value", async () => {
    const source = (async function* () {
      yield { api_key: "abc", text: "the word is swordfish-77" };
    })();
    const [item] = await takeAll(redactStream(source, { secrets: ["swordfish-77"] }));
    expect(JSON.stringify(item)).not.toMatch(/abc|swordfish/);
  });

  it("replay the stored events from a sequence number on", async () => {
    const asked: unknown[] = [];
    const ledger = {
      readEvents: async function* (...args: unknown[]) {
        asked.push(args);
        yield { seq: 3, line: '{"type":"warning"}' };
      },
    };
    const signal = new AbortController().signal;
    expect(await takeAll(replayStream(ledger, "run", { fromSeq: 3, follow: true, signal }))).toEqual([
      { type: "warning" },
    ]);
    expect(asked).toEqual([["run", 3, { follow: true, signal }]]);
    await takeAll(replayStream(ledger, "run"));
    expect(asked[1]).toEqual(["run", 0, {}]);
  });
});

describe("a multiplexed stream", () => {
  it("gives every item to each reader, and the slowest holds the source back", async () => {
    const log: string[] = [];
    const [fast, slow] = multiplexStream(numbers(3, log), 2);
    expect(await fast!.next()).toEqual({ done: false, value: 0 });
    const waiting = fast!.next();
    await new Promise(setImmediate);
    expect(log).toEqual(["read 0"]);
    expect(await slow!.next()).toEqual({ done: false, value: 0 });
    expect(await waiting).toEqual({ done: false, value: 1 });
    const rest = await Promise.all([takeAll(fast!), takeAll(slow!)]);
    expect(rest).toEqual([[2], [1, 2]]);
    expect(log.at(-1)).toBe("closed");
  });

  it("goes on without a reader that has left, and ends its source with the last one", async () => {
    const log: string[] = [];
    const [one, two] = multiplexStream(numbers(5, log), 2);
    await one!.next();
    await two!.next();
    await two!.return?.();
    expect(await one!.next()).toEqual({ done: false, value: 1 });
    expect(await one!.next()).toEqual({ done: false, value: 2 });
    expect(log).not.toContain("closed");
    await one!.return?.();
    expect(log.at(-1)).toBe("closed");
  });

  it("lets a fast reader wait again and again", async () => {
    const [fast, slow] = multiplexStream(numbers(4), 2);
    const all = takeAll(fast!);
    const slowly: number[] = [];
    for (;;) {
      await new Promise(setImmediate);
      const step = await slow!.next();
      if (step.done === true) break;
      slowly.push(step.value);
    }
    expect([await all, slowly]).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
    ]);
  });

  it("goes on at once if the reader that is behind leaves", async () => {
    const [fast, slow, third] = multiplexStream(numbers(2), 3);
    await Promise.all([fast!.next(), slow!.next(), third!.next()]);
    await fast!.next();
    await third!.next();
    const waiting = takeAll(fast!);
    const other = takeAll(third!);
    await slow!.return?.();
    expect([await waiting, await other]).toEqual([[], []]);
  });

  it("asks its source for each item once, also for the end, and needs no way to end it early", async () => {
    let asked = 0;
    const source: AsyncIterable<number> = {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          asked += 1;
          return asked < 3 ? { done: false, value: asked } : { done: true, value: undefined };
        },
      }),
    };
    const readers = multiplexStream(source, 3);
    expect(readers).toHaveLength(3);
    expect(await Promise.all(readers.map(takeAll))).toEqual(Array(3).fill([1, 2]));
    expect(asked).toBe(3);
  });

  it("fails for each reader if its source does", async () => {
    const source = (async function* () {
      yield 1;
      throw new Error("boom");
    })();
    const readers = multiplexStream(source, 2).map((reader) => takeAll(reader));
    for (const reader of readers) await expect(reader).rejects.toThrow("boom");
  });
});
