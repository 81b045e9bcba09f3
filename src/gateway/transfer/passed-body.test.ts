import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { PassedBody } from "./passed-body.ts";
import type { BodyWatch } from "./transfer-plan.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const read: string[] = [];
  for await (const chunk of chunks) read.push(Buffer.from(chunk).toString());
  return read;
}

/** A source whose caller sends these texts and then nothing. Like that of the daemon, it ends when it is no longer wanted. */
function waitingAfter(...texts: string[]) {
  const end = Promise.withResolvers<IteratorResult<Uint8Array, undefined>>();
  return {
    isReleased: false,
    [Symbol.asyncIterator]() {
      return this;
    },
    next(): Promise<IteratorResult<Uint8Array, undefined>> {
      const text = texts.shift();
      return text === undefined ? end.promise : Promise.resolve({ done: false, value: Buffer.from(text) });
    },
    return(): Promise<IteratorResult<Uint8Array, undefined>> {
      this.isReleased = true;
      end.resolve({ done: true, value: undefined });
      return end.promise;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a passed body", () => {
  it("passes every chunk on as it came, and knows its digest on both sides", async () => {
    const body = new PassedBody(chunksOf("ab", "c", "def"));
    expect(await readAll(body.pass(undefined, undefined))).toEqual(["ab", "c", "def"]);
    const whole = { bytes: 6, sha256: sha256("abcdef") };
    expect(body.digests()).toEqual({ received: whole, sent: whole });
    expect(body.isPassed).toBe(true);
    expect(body.heldBytes).toBe(0);
  });

  it("shows its first bytes before it is passed on, or all of it if it is short", async () => {
    const short = new PassedBody(chunksOf("ab", "cd"));
    const whole = await short.readFirst(100);
    expect([Buffer.from(whole.bytes).toString(), whole.isWhole]).toEqual(["abcd", true]);
    expect(await readAll(short.pass(undefined, undefined))).toEqual(["abcd"]);
    const long = new PassedBody(chunksOf("ab", "cd", "ef"));
    const first = await long.readFirst(3);
    expect([Buffer.from(first.bytes).toString(), first.isWhole]).toEqual(["abcd", false]);
    expect(long.heldBytes).toBe(4);
    expect(long.digests().received).toEqual({ bytes: 4, sha256: sha256("abcd") });
    expect(await readAll(long.pass(undefined, undefined))).toEqual(["abcd", "ef"]);
    expect(long.digests().sent).toEqual({ bytes: 6, sha256: sha256("abcdef") });
  });

  it("replaces the model in its first bytes, and tells both digests", async () => {
    const body = new PassedBody(chunksOf('{"model":"a"', ',"x":1', "}"));
    await body.readFirst(5);
    const splice = { start: 9, end: 12, text: '"better"' };
    expect((await readAll(body.pass(undefined, splice))).join("")).toBe('{"model":"better","x":1}');
    expect(body.digests()).toEqual({
      received: { bytes: 19, sha256: sha256('{"model":"a","x":1}') },
      sent: { bytes: 24, sha256: sha256('{"model":"better","x":1}') },
    });
  });

  it("holds the last chunk back until the watch has approved of the whole", async () => {
    const approval = Promise.withResolvers<void>();
    const seen: string[] = [];
    const watch: BodyWatch = {
      push: (chunk) => void seen.push(Buffer.from(chunk).toString()),
      end: () => approval.promise,
      model: undefined,
    };
    const body = new PassedBody(chunksOf("a", "b"));
    const passed: string[] = [];
    const done = (async () => {
      for await (const chunk of body.pass(watch, undefined)) passed.push(Buffer.from(chunk).toString());
    })();
    await turn();
    expect(seen).toEqual(["a", "b"]);
    expect(passed).toEqual(["a"]);
    approval.resolve();
    await done;
    expect(passed).toEqual(["a", "b"]);
  });

  it("passes nothing more on if the watch refuses, in the middle or at the end", async () => {
    const refusing = (at: string): BodyWatch => ({
      push: (chunk) => {
        if (Buffer.from(chunk).toString() === at) throw new Error("refused");
      },
      end: async () => {
        if (at === "end") throw new Error("refused");
      },
      model: undefined,
    });
    for (const [at, expected] of [
      ["b", []],
      ["end", ["a", "b"]],
    ] as const) {
      const body = new PassedBody(chunksOf("a", "b", "c"));
      const passed: string[] = [];
      await expect(async () => {
        for await (const chunk of body.pass(refusing(at), undefined))
          passed.push(Buffer.from(chunk).toString());
      }).rejects.toThrow("refused");
      expect(passed).toEqual(expected);
      expect(body.isPassed).toBe(false);
    }
  });

  it("holds one chunk, however long the body is", async () => {
    let most = 0;
    async function* long() {
      for (let at = 0; at < 500; at += 1) {
        most = Math.max(most, body.heldBytes);
        yield Buffer.alloc(10_000, at);
      }
    }
    const body: PassedBody = new PassedBody(long());
    let bytes = 0;
    for await (const chunk of body.pass(undefined, undefined)) bytes += chunk.length;
    expect(bytes).toBe(5_000_000);
    expect(most).toBeLessThanOrEqual(10_000);
  });
});

describe("a body that is stopped", () => {
  it("ends a waiting reader with an error and lets its source go", async () => {
    const source = waitingAfter();
    const body = new PassedBody(source);
    const done = readAll(body.pass(undefined, undefined));
    await turn();
    body.stop();
    await expect(done).rejects.toThrow("no longer passed on");
    expect(source.isReleased).toBe(true);
    expect(body.isPassed).toBe(false);
    await expect(body.readFirst(1)).rejects.toThrow("no longer passed on");
  });

  it("has two digests: of what came, and of what the engine got", async () => {
    const body = new PassedBody(waitingAfter("1", "2"));
    const done = readAll(body.pass(undefined, undefined));
    await turn();
    body.stop();
    await expect(done).rejects.toThrow();
    expect(body.digests()).toEqual({
      received: { bytes: 2, sha256: sha256("12") },
      sent: { bytes: 1, sha256: sha256("1") },
    });
  });

  it("passes no error of its source on after it was halted, and no further chunk", async () => {
    const more = Promise.withResolvers<IteratorResult<Uint8Array>>();
    const body = new PassedBody({ [Symbol.asyncIterator]: () => ({ next: () => more.promise }) });
    let result: unknown = "waits";
    const done = readAll(body.pass(undefined, undefined)).catch((error: Error) => (result = error.message));
    await turn();
    body.halt();
    more.reject(new Error("the caller stalled"));
    await turn();
    expect(result).toBe("waits");
    body.stop();
    await done;
    expect(result).toBe("the body is no longer passed on");
  });

  it("does not send the last chunk after it was halted", async () => {
    const approval = Promise.withResolvers<void>();
    const watch: BodyWatch = { push: () => undefined, end: () => approval.promise, model: undefined };
    const body = new PassedBody(chunksOf("a"));
    const passed: string[] = [];
    const done = (async () => {
      for await (const chunk of body.pass(watch, undefined)) passed.push(Buffer.from(chunk).toString());
    })();
    await turn();
    body.halt();
    approval.resolve();
    await turn();
    expect(passed).toEqual([]);
    body.stop();
    await expect(done).rejects.toThrow("no longer passed on");
  });
});
