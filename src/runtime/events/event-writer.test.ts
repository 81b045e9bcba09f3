import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { EventWriter } from "./event-writer.ts";

const event = (message: string): AgentEvent => ({ ts: "2026-01-01T00:00:00Z", type: "warning", message });

/** A ledger whose writes end when the test says so. */
class FakeLedger {
  readonly writes: { readonly firstSeq: number; readonly lines: readonly string[] }[] = [];
  readonly #open: { resolve: () => void; reject: (error: Error) => void }[] = [];

  appendEvents(_runId: string, firstSeq: number, lines: readonly string[]): Promise<void> {
    this.writes.push({ firstSeq, lines });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#open.push({ resolve, reject });
    return promise;
  }

  async end(error?: Error): Promise<void> {
    const write = this.#open.shift()!;
    if (error === undefined) write.resolve();
    else write.reject(error);
    await new Promise(setImmediate);
  }
}

function writerOf(ledger: FakeLedger | undefined) {
  const written: string[] = [];
  const failures: unknown[] = [];
  const writer = new EventWriter(ledger, "run", {
    onWritten: (given) => written.push((given as { message: string }).message),
    onFailure: (error) => failures.push(error),
  });
  const add = (...texts: string[]) => {
    for (const text of texts) writer.add(event(text), `line ${text}`);
  };
  return { writer, written, failures, add };
}

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setImmediate(resolve, false))]);

describe("the writer of events", () => {
  it("passes events on once they are durable, with one write at a time and no gap", async () => {
    const ledger = new FakeLedger();
    const { writer, written, add } = writerOf(ledger);
    add("a", "b");
    await writer.flush();
    add("c");
    await writer.flush();
    add("d");
    await writer.flush();
    expect([ledger.writes.length, written]).toEqual([1, []]);
    await ledger.end();
    expect(written).toEqual(["a", "b"]);
    expect(ledger.writes).toEqual([
      { firstSeq: 0, lines: ["line a", "line b"] },
      { firstSeq: 2, lines: ["line c", "line d"] },
    ]);
    const drained = writer.drain();
    expect(await isSettled(drained)).toBe(false);
    await ledger.end();
    await drained;
    expect(written).toEqual(["a", "b", "c", "d"]);
  });

  const lineOf = (bytes: number) => "y".repeat(bytes - "line ".length);

  it.each([
    ["events", Array(4095).fill("x") as string[], "x"],
    // The last one has six bytes.
    ["bytes", [lineOf(8 * 1024 * 1024 - 6)], "x"],
  ])("holds the run back if too many %s wait for the store", async (_, texts, last) => {
    const ledger = new FakeLedger();
    const { writer, written, add } = writerOf(ledger);
    add("a");
    await writer.flush();
    add(...texts);
    expect(await isSettled(writer.flush())).toBe(true);
    add(last);
    const flushed = writer.flush();
    expect(await isSettled(flushed)).toBe(false);
    await ledger.end();
    await flushed;
    // Nothing waits any more, although the next write goes on.
    add("z");
    expect(await isSettled(writer.flush())).toBe(true);
    expect([written, ledger.writes.length]).toEqual([["a"], 2]);
    expect(ledger.writes[1]?.lines).toHaveLength(texts.length + 1);
  });

  it("counts the bytes that wait from the last write on", async () => {
    const ledger = new FakeLedger();
    const { writer, add } = writerOf(ledger);
    add(lineOf(8 * 1024 * 1024));
    await writer.flush();
    add(lineOf(8 * 1024 * 1024 - 1));
    expect(await isSettled(writer.flush())).toBe(true);
  });

  it("passes events on at once without a store", async () => {
    const { writer, written, add } = writerOf(undefined);
    add("a");
    expect(written).toEqual(["a"]);
    await writer.flush();
    await writer.drain();
  });

  it("reports the first failure of the store, stores nothing more, and still passes everything on in order", async () => {
    const ledger = new FakeLedger();
    const { writer, written, failures, add } = writerOf(ledger);
    add("a");
    await writer.flush();
    add("b");
    await ledger.end(new Error("full"));
    await writer.drain();
    add("c");
    await writer.drain();
    expect(failures).toEqual([new Error("full")]);
    expect(written).toEqual(["a", "b", "c"]);
    expect(ledger.writes).toHaveLength(1);
  });

  it("writes nothing if there is nothing", async () => {
    const ledger = new FakeLedger();
    const { writer } = writerOf(ledger);
    await writer.flush();
    await writer.drain();
    expect(ledger.writes).toEqual([]);
  });
});
