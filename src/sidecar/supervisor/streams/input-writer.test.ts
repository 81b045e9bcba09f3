import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { FakeClock } from "../../fixtures/fake-clock.ts";
import { InputWriter } from "./input-writer.ts";

/** A stream that takes each write only when told. */
function slowStream() {
  const taken: (() => void)[] = [];
  const stream = new Writable({ write: (_chunk, _encoding, done) => taken.push(done), highWaterMark: 1 });
  return { stream, taken };
}

describe("InputWriter", () => {
  it("S38 reports a message that is not read in time", () => {
    const clock = new FakeClock();
    let stalls = 0;
    const { stream } = slowStream();
    const input = new InputWriter(stream, clock, 100, () => {
      stalls += 1;
    });
    expect(input.send("run\n")).toBe(true);
    expect(input.isIdle).toBe(false);
    clock.advance(99);
    expect(stalls).toBe(0);
    clock.advance(1);
    expect(stalls).toBe(1);
  });

  it("is content with a message that is read", async () => {
    const clock = new FakeClock();
    const { stream, taken } = slowStream();
    const input = new InputWriter(stream, clock, 100, () => expect.unreachable());
    input.send("run\n");
    taken.shift()?.();
    await new Promise(setImmediate);
    expect(input.isIdle).toBe(true);
    expect(clock.timers).toBe(0);
    clock.advance(1000);
  });

  it("does not watch an offered message", () => {
    const clock = new FakeClock();
    const { stream } = slowStream();
    const input = new InputWriter(stream, clock, 100, () => expect.unreachable());
    expect(input.offer("ping\n")).toBe(true);
    expect(input.isIdle).toBe(false);
    clock.advance(1000);
  });

  it("S35 survives a closed input and takes no more messages", async () => {
    const stream = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const clock = new FakeClock();
    const input = new InputWriter(stream, clock, 100, () => expect.unreachable());
    input.send("run\n");
    await new Promise(setImmediate);
    expect(input.isOpen).toBe(false);
    expect(input.isIdle).toBe(false);
    expect(input.send("more\n")).toBe(false);
    expect(input.offer("more\n")).toBe(false);
    clock.advance(1000);
  });

  it("ends the input once", async () => {
    const stream = new PassThrough();
    const input = new InputWriter(stream, new FakeClock(), 100, () => expect.unreachable());
    input.offer("a\n");
    input.end();
    input.end();
    expect(stream.writableEnded).toBe(true);
    expect(input.isOpen).toBe(false);
    expect(String(stream.read())).toBe("a\n");
  });

  it("notices that the stream was destroyed", async () => {
    const stream = new PassThrough();
    const input = new InputWriter(stream, new FakeClock(), 100, () => expect.unreachable());
    stream.destroy();
    await new Promise(setImmediate);
    expect(input.isOpen).toBe(false);
    input.end();
    expect(stream.writableEnded).toBe(false);
  });
});
