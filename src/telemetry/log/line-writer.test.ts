import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LineWriterOptions, openLineWriter, type StartWrite } from "./line-writer.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The number of no open descriptor. */
const NO_DESCRIPTOR = 99_999;

/** A descriptor whose writes the test answers. */
class FakeDescriptor {
  readonly writes: string[] = [];
  readonly #pending: Parameters<StartWrite>[2][] = [];
  #sizes: number[] = [];

  readonly startWrite: StartWrite = (fd, bytes, done) => {
    expect(fd).toBe(NO_DESCRIPTOR);
    this.writes.push(Buffer.from(bytes).toString());
    this.#sizes.push(bytes.length);
    this.#pending.push(done);
  };

  get inFlight(): number {
    return this.#pending.length;
  }

  /** Completes the oldest write: all of it, or this many bytes. */
  complete(written?: number): void {
    const size = this.#sizes.shift()!;
    this.#pending.shift()!(null, written ?? size);
  }

  fail(code: string): void {
    this.#sizes.shift();
    this.#pending.shift()!(Object.assign(new Error(code), { code }), 0);
  }
}

function open(options: LineWriterOptions = {}) {
  const descriptor = new FakeDescriptor();
  const reports: number[] = [];
  const writer = openLineWriter(NO_DESCRIPTOR, {
    startWrite: descriptor.startWrite,
    onDropped: (count) => {
      reports.push(count);
      writer.write(`dropped ${count}\n`);
    },
    ...options,
  });
  return { writer, descriptor, reports };
}

describe("a line writer", () => {
  test("collects the lines of 20 ms and writes them together", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(19);
    writer.write("b\n");
    expect(descriptor.writes).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(descriptor.writes).toEqual(["a\nb\n"]);
  });

  test("has one write in flight and continues with the lines that came meanwhile", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    writer.write("b\n");
    writer.write("c\n");
    vi.advanceTimersByTime(1000);
    expect(descriptor.inFlight).toBe(1);
    descriptor.complete();
    expect(descriptor.writes).toEqual(["a\n", "b\nc\n"]);
    descriptor.complete();
    expect(descriptor.inFlight).toBe(0);
    writer.write("d\n");
    vi.advanceTimersByTime(20);
    expect(descriptor.writes.at(-1)).toBe("d\n");
  });

  test("writes at most 64 KiB at once, in whole lines", () => {
    const { writer, descriptor } = open();
    const line = `${"x".repeat(32 * 1024 - 1)}\n`;
    for (let index = 0; index < 3; index++) writer.write(line);
    writer.write(`${"y".repeat(100_000)}\n`);
    writer.write("z\n");
    vi.advanceTimersByTime(20);
    while (descriptor.inFlight > 0) descriptor.complete();
    expect(descriptor.writes.map((text) => text.length)).toEqual([65_536, 32_768, 100_001, 2]);
  });

  test("continues a write that was cut short, also inside a character", () => {
    const { writer, descriptor } = open();
    writer.write("aö\n");
    writer.write("b\n");
    vi.advanceTimersByTime(20);
    descriptor.complete(3);
    expect(descriptor.writes).toEqual(["aö\nb\n", "\nb\n"]);
    descriptor.complete(0);
    vi.advanceTimersByTime(50);
    expect(descriptor.writes.at(-1)).toBe("\nb\n");
  });

  test("continues at once if a single byte is written or left", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    descriptor.complete(1);
    expect(descriptor.writes).toEqual(["a\n", "\n"]);
    descriptor.complete();
    expect([descriptor.inFlight, vi.getTimerCount()]).toEqual([0, 0]);
  });

  test("tries again after 50 ms if nothing was written", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    descriptor.complete(0);
    vi.advanceTimersByTime(49);
    expect(descriptor.writes).toEqual(["a\n"]);
    vi.advanceTimersByTime(1);
    expect(descriptor.writes).toEqual(["a\n", "a\n"]);
  });

  test("tries again after 50 ms when the pipe is full, and keeps the order", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    descriptor.fail("EAGAIN");
    writer.write("b\n");
    vi.advanceTimersByTime(49);
    expect(descriptor.writes).toEqual(["a\n"]);
    vi.advanceTimersByTime(1);
    expect(descriptor.writes).toEqual(["a\n", "a\n"]);
    descriptor.complete();
    expect(descriptor.writes.at(-1)).toBe("b\n");
    expect(writer.dropped).toBe(0);
  });

  test("drops lines beyond its bound of bytes, counts them and reports them once there is space", () => {
    const { writer, descriptor, reports } = open({ maxQueuedBytes: 2048 });
    writer.write(`${"a".repeat(1023)}\n`);
    vi.advanceTimersByTime(20);
    writer.write(`${"b".repeat(1023)}\n`);
    expect(writer.dropped).toBe(0);
    writer.write("\n");
    writer.write("c\n");
    expect(writer.dropped).toBe(2);
    descriptor.complete();
    expect(reports).toEqual([2]);
    expect(writer.dropped).toBe(0);
    expect(descriptor.writes.at(-1)).toBe(`${"b".repeat(1023)}\ndropped 2\n`);
    descriptor.complete();
    expect(reports).toEqual([2]);
  });

  test("counts dropped lines although nobody takes a report", () => {
    const descriptor = new FakeDescriptor();
    const writer = openLineWriter(NO_DESCRIPTOR, { startWrite: descriptor.startWrite, maxQueuedBytes: 2048 });
    writer.write("a\n");
    writer.write(`${"b".repeat(2048)}\n`);
    vi.advanceTimersByTime(20);
    descriptor.complete();
    writer.write("c\n");
    vi.advanceTimersByTime(20);
    expect([writer.dropped, descriptor.writes]).toEqual([1, ["a\n", "c\n"]]);
  });

  test("counts bytes, not characters", () => {
    const { writer } = open({ maxQueuedBytes: 10 });
    writer.write("ööööö");
    expect(writer.dropped).toBe(0);
    writer.write("x");
    expect(writer.dropped).toBe(1);
  });

  test("holds one mebibyte unless told otherwise", () => {
    const { writer } = open();
    for (let index = 0; index < 1024; index++) writer.write(`${"a".repeat(1023)}\n`);
    expect(writer.dropped).toBe(0);
    writer.write("\n");
    expect(writer.dropped).toBe(1);
  });

  test("waits with the report until it fits", () => {
    const { writer, descriptor, reports } = open({ maxQueuedBytes: 2048 });
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    writer.write(`${"b".repeat(1024)}\n`);
    writer.write(`${"c".repeat(1024)}\n`);
    expect(writer.dropped).toBe(1);
    descriptor.complete();
    expect(reports).toEqual([]);
    descriptor.complete();
    expect(reports).toEqual([1]);
  });

  test.each(["EPIPE", "EBADF", "ECONNRESET"])("gives up for good after %s and counts every line", (code) => {
    const { writer, descriptor, reports } = open();
    writer.write("a\n");
    writer.write("b\n");
    vi.advanceTimersByTime(20);
    writer.write("c\n");
    descriptor.fail(code);
    expect(writer.dropped).toBe(3);
    writer.write("d\n");
    vi.advanceTimersByTime(10_000);
    expect(writer.dropped).toBe(4);
    expect(descriptor.writes).toHaveLength(1);
    expect(reports).toEqual([]);
  });

  test("drops a batch that another error stops, and goes on with the next", () => {
    const { writer, descriptor, reports } = open();
    writer.write("a\n");
    writer.write("b\n");
    vi.advanceTimersByTime(20);
    descriptor.fail("ENOSPC");
    expect(writer.dropped).toBe(2);
    writer.write("c\n");
    vi.advanceTimersByTime(20);
    expect(descriptor.writes.at(-1)).toBe("c\n");
    descriptor.complete();
    expect(reports).toEqual([2]);
  });
});

describe("flushing a line writer", () => {
  test("writes at once and resolves when everything is written", async () => {
    const { writer, descriptor } = open();
    expect(await writer.flush(100)).toBe(true);
    writer.write("a\n");
    const flushed = writer.flush(100);
    expect(descriptor.writes).toEqual(["a\n"]);
    writer.write("b\n");
    descriptor.complete();
    descriptor.complete();
    expect(await flushed).toBe(true);
    expect(descriptor.writes).toEqual(["a\n", "b\n"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not start a second write", () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    vi.advanceTimersByTime(20);
    void writer.flush(100);
    expect(descriptor.inFlight).toBe(1);
  });

  test("gives up waiting after its limit, and the lines stay queued", async () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    let isFlushed: boolean | undefined;
    void writer.flush(100).then((done) => {
      isFlushed = done;
    });
    await vi.advanceTimersByTimeAsync(99);
    expect(isFlushed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(isFlushed).toBe(false);
    descriptor.complete();
    expect(await writer.flush(100)).toBe(true);
  });

  test("resolves when the writer gives up", async () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    const flushed = writer.flush(100);
    descriptor.fail("EPIPE");
    await flushed;
    expect(writer.dropped).toBe(1);
  });
});

describe("closing a line writer", () => {
  test("writes the rest, with a report of dropped lines, and takes no more", async () => {
    const { writer, descriptor } = open({ maxQueuedBytes: 1100 });
    writer.write("a\n");
    writer.write("b".repeat(1100));
    const closed = writer.close(100);
    writer.write("late\n");
    while (descriptor.inFlight > 0) descriptor.complete();
    expect(await closed).toBe(true);
    // The report of the late line follows as well.
    expect(descriptor.writes.join("")).toBe("a\ndropped 1\ndropped 1\n");
    writer.write("later\n");
    expect(writer.dropped).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(await writer.close(100)).toBe(true);
  });

  test("a full pipe delays it by its limit only, and nothing is written afterwards", async () => {
    const { writer, descriptor } = open();
    writer.write("a\n");
    const closed = writer.close(120);
    descriptor.fail("EAGAIN");
    await vi.advanceTimersByTimeAsync(50);
    expect(descriptor.writes).toEqual(["a\n", "a\n"]);
    descriptor.fail("EAGAIN");
    await vi.advanceTimersByTimeAsync(40);
    await vi.advanceTimersByTimeAsync(10);
    descriptor.fail("EAGAIN");
    await vi.advanceTimersByTimeAsync(20);
    expect(await closed).toBe(false);
    expect(writer.dropped).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(descriptor.inFlight).toBe(0);
  });

  test("a write that hangs delays it by its limit only, and its late end changes nothing", async () => {
    const { writer, descriptor, reports } = open();
    writer.write("a\n");
    const closed = writer.close(120);
    writer.write("b\n");
    await vi.advanceTimersByTimeAsync(120);
    expect(await closed).toBe(false);
    expect(writer.dropped).toBe(2);
    descriptor.complete();
    await vi.advanceTimersByTimeAsync(1000);
    expect(descriptor.writes).toHaveLength(1);
    expect(reports).toEqual([]);
  });
});
