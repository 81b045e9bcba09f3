import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeClock } from "../../fixtures/fake-clock.ts";
import { OutputReader } from "./output-reader.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("OutputReader", () => {
  let clock: FakeClock;
  let stdout: PassThrough;
  let exit: () => void;
  let text: string;
  let ends: number;
  let reader: OutputReader;

  beforeEach(() => {
    clock = new FakeClock();
    stdout = new PassThrough();
    text = "";
    ends = 0;
    const exited = new Promise<void>((resolve) => {
      exit = resolve;
    });
    reader = new OutputReader(stdout, exited, clock, 2000, {
      chunk: (bytes) => {
        text += bytes.toString();
      },
      end: () => {
        ends += 1;
      },
    });
  });

  it("delivers chunks and one end", async () => {
    stdout.write("a");
    await turn();
    stdout.end("b");
    await turn();
    expect([text, ends]).toEqual(["ab", 1]);
    exit();
    await turn();
    clock.advance(5000);
    await turn();
    expect(ends).toBe(1);
  });

  it.each(["end", "error", "close"])("ends with the first sign of the end: %s", (sign) => {
    stdout.on("error", () => undefined);
    stdout.emit(sign, new Error("sign"));
    expect(ends).toBe(1);
    expect(stdout.destroyed).toBe(true);
  });

  it("drops bytes that come after the end", () => {
    stdout.emit("data", Buffer.from("a"));
    stdout.emit("end");
    stdout.emit("data", Buffer.from("b"));
    expect(text).toBe("a");
  });

  it("waits no longer if the time was over before the reader went on", async () => {
    exit();
    await turn();
    clock.freeze(3000);
    reader.pause();
    reader.resume();
    clock.advance(0);
    await turn();
    expect(ends).toBe(1);
  });

  it("S39 ends some time after the program although the pipe stays open", async () => {
    exit();
    await turn();
    stdout.write("late");
    await turn();
    clock.advance(1999);
    await turn();
    expect([text, ends]).toEqual(["late", 0]);
    clock.advance(1);
    await turn();
    await turn();
    expect(ends).toBe(1);
    stdout.write("too late");
    await turn();
    expect(text).toBe("late");
  });

  it("leaves the bytes in the stream while it is paused", async () => {
    reader.pause();
    reader.pause();
    stdout.write("a");
    await turn();
    expect([text, reader.isPaused]).toEqual(["", true]);
    reader.resume();
    reader.resume();
    await turn();
    expect([text, reader.isPaused]).toEqual(["a", false]);
  });

  it("counts only the time in which it reads", async () => {
    reader.pause();
    exit();
    await turn();
    clock.advance(60_000);
    await turn();
    reader.resume();
    clock.advance(1500);
    reader.pause();
    clock.advance(60_000);
    await turn();
    expect(ends).toBe(0);
    reader.resume();
    clock.advance(499);
    await turn();
    expect(ends).toBe(0);
    clock.advance(1);
    await turn();
    await turn();
    expect(ends).toBe(1);
  });

  it("ends with a broken pipe", async () => {
    stdout.destroy(new Error("broken"));
    await turn();
    expect(ends).toBe(1);
  });
});
