import { describe, expect, it } from "vitest";
import { type FrameSink, FrameWriter } from "./frame-writer.ts";

/** A stream that is full until it is drained. */
class FakeSink implements FrameSink {
  readonly lines: string[] = [];
  hasRoom = true;
  readonly drained: (() => void)[] = [];

  write(text: string, written?: () => void): boolean {
    if (text !== "") this.lines.push(text);
    written?.();
    return this.hasRoom;
  }

  once(_event: "drain", listener: () => void): void {
    this.drained.push(listener);
  }
}

describe("FrameWriter", () => {
  it("writes one line of JSON for each frame", async () => {
    const sink = new FakeSink();
    await new FrameWriter(sink).write({ t: "x", text: "a\nb\u2028" });
    expect(sink.lines).toEqual(['{"t":"x","text":"a\\nb\u2028"}\n']);
  });

  it("waits while the stream is full, and goes on with the same drain for all writers", async () => {
    const sink = new FakeSink();
    const writer = new FrameWriter(sink);
    sink.hasRoom = false;
    const done: string[] = [];
    const writes = ["a", "b"].map((t) => writer.write({ t }).then(() => done.push(t)));
    await new Promise((resolve) => setImmediate(resolve));
    expect([done, sink.drained.length]).toEqual([[], 1]);
    sink.drained[0]!();
    await Promise.all(writes);
    expect(done).toEqual(["a", "b"]);
    sink.hasRoom = true;
    await writer.write({ t: "c" });
    expect(sink.lines.length).toBe(3);
  });

  it("holds back a writer that comes while another one waits", async () => {
    const sink = new FakeSink();
    const writer = new FrameWriter(sink);
    sink.hasRoom = false;
    void writer.write({ t: "a" });
    sink.hasRoom = true;
    let isDone = false;
    const write = writer.write({ t: "b" }).then(() => {
      isDone = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    sink.drained[0]!();
    await write;
  });

  it("keeps half a character, whole ones, and texts that look like an escape", async () => {
    const sink = new FakeSink();
    const writer = new FrameWriter(sink);
    await writer.write({ t: "x", text: "a\ud83d", list: ["\ude00", "🙂"], escape: "\\ud83d" });
    expect(JSON.parse(sink.lines[0]!)).toEqual({
      t: "x",
      text: "a\ud83d",
      list: ["\ude00", "🙂"],
      escape: "\\ud83d",
    });
  });

  it("writes an integer of any size with its digits", async () => {
    const sink = new FakeSink();
    await new FrameWriter(sink).write({ t: "x", n: 9007199254740993n, list: [-123456789012345678901n] });
    expect(sink.lines[0]).toBe('{"t":"x","n":9007199254740993,"list":[-123456789012345678901]}\n');
  });

  it("throws for a value that JSON cannot hold, and writes nothing", () => {
    const sink = new FakeSink();
    const cycle: Record<string, unknown> = { t: 1 };
    cycle["self"] = cycle;
    expect(() => new FrameWriter(sink).write(cycle)).toThrow(TypeError);
    expect(sink.lines).toEqual([]);
  });

  it("lets the event loop turn after some lines, however fast they are written", async () => {
    const writer = new FrameWriter(new FakeSink());
    let turns = 0;
    const count = setInterval(() => turns++, 0);
    for (let written = 0; written < 20_000 && turns === 0; written++) await writer.write({ t: "x" });
    clearInterval(count);
    expect(turns).toBeGreaterThan(0);
  });

  it("waits for a turn of the event loop with every 64th line, for all writers at once", async () => {
    const writer = new FrameWriter(new FakeSink());
    const isImmediate = async (write: Promise<void>) => {
      let isDone = false;
      void write.then(() => {
        isDone = true;
      });
      await Promise.resolve();
      await Promise.resolve();
      return isDone;
    };
    for (let round = 0; round < 2; round++) {
      for (let line = 1; line < 64; line++) expect(await isImmediate(writer.write({ t: "x" }))).toBe(true);
      const held = [writer.write({ t: "x" }), writer.write({ t: "y" })];
      expect([await isImmediate(held[0]!), held[0] === held[1]]).toEqual([false, true]);
      await Promise.all(held);
    }
  });

  it("flushes when the stream has taken everything", async () => {
    await expect(new FrameWriter(new FakeSink()).flush()).resolves.toBeUndefined();
  });
});
