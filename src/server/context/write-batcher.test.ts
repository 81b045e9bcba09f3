import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type BatchedWriter, WriteBatcher } from "./write-batcher.ts";

let order: string[];

class FakeWriter implements BatchedWriter {
  sentAt = Number.NEGATIVE_INFINITY;
  readonly failures: unknown[] = [];
  readonly #name: string;
  readonly #error: Error | undefined;

  constructor(name: string, error?: Error) {
    this.#name = name;
    this.#error = error;
  }

  send(): void {
    order.push(this.#name);
    if (this.#error !== undefined) throw this.#error;
  }

  fail(error: unknown): void {
    this.failures.push(error);
  }
}

beforeEach(() => {
  order = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "setImmediate", "performance"] });
});
afterEach(() => vi.useRealTimers());

const endTurn = (): unknown => vi.advanceTimersByTime(0);

describe("a write batcher", () => {
  it("writes all responses of an event-loop turn at its end, in their order", () => {
    const batcher = new WriteBatcher();
    batcher.add(new FakeWriter("a"));
    batcher.addPart(new FakeWriter("b"));
    batcher.add(new FakeWriter("c"));
    expect(order).toEqual([]);
    endTurn();
    expect(order).toEqual(["a", "b", "c"]);
    batcher.add(new FakeWriter("d"));
    endTurn();
    expect(order).toEqual(["a", "b", "c", "d"]);
  });

  it("writes the same stream again only after three milliseconds", () => {
    const batcher = new WriteBatcher();
    const stream = new FakeWriter("stream");
    batcher.addPart(stream);
    endTurn();
    vi.advanceTimersByTime(2);
    batcher.addPart(stream);
    endTurn();
    expect(order).toEqual(["stream"]);
    vi.advanceTimersByTime(2);
    expect(order).toEqual(["stream"]);
    vi.advanceTimersByTime(1);
    expect(order).toEqual(["stream", "stream"]);
    vi.advanceTimersByTime(3);
    batcher.addPart(stream);
    endTurn();
    expect(order).toEqual(["stream", "stream", "stream"]);
  });

  it("remembers the time of delayed writes too", () => {
    const batcher = new WriteBatcher();
    const stream = new FakeWriter("stream");
    batcher.addPart(stream);
    endTurn();
    batcher.addPart(stream);
    vi.advanceTimersByTime(3);
    expect(order).toHaveLength(2);
    batcher.addPart(stream);
    endTurn();
    expect(order).toHaveLength(2);
    vi.advanceTimersByTime(3);
    expect(order).toHaveLength(3);
  });

  it("writes all delayed streams together, and does not delay others", () => {
    const batcher = new WriteBatcher();
    const [first, second] = [new FakeWriter("first"), new FakeWriter("second")];
    batcher.add(first);
    batcher.add(second);
    endTurn();
    batcher.addPart(first);
    vi.advanceTimersByTime(1);
    batcher.addPart(second);
    batcher.addPart(new FakeWriter("third"));
    batcher.add(first);
    endTurn();
    expect(order).toEqual(["first", "second", "third", "first"]);
    vi.advanceTimersByTime(2);
    expect(order).toEqual(["first", "second", "third", "first", "first", "second"]);
  });

  it.each(["add", "addPart"] as const)("goes on after a write that throws (%s)", (add) => {
    const batcher = new WriteBatcher();
    const broken = new FakeWriter("broken", new Error("bad chunk"));
    const sound = new FakeWriter("sound");
    for (const writer of [broken, sound]) {
      writer.sentAt = performance.now();
      batcher[add](writer);
    }
    vi.advanceTimersByTime(3);
    expect(order).toEqual(["broken", "sound"]);
    expect(broken.failures).toEqual([new Error("bad chunk")]);
    expect(sound.failures).toEqual([]);
  });
});
