import { describe, expect, it } from "vitest";
import { digestBody } from "../bytes/body-digest.ts";
import { SliceQueue } from "./slice-queue.ts";
import { StreamOutput } from "./stream-output.ts";

const SLICE = 256 * 1024;
const LONG = "x".repeat(1024 * 1024 + 1);

function open(takesMore = true) {
  const chunks: Buffer[] = [];
  const log: string[] = [];
  const resumed = Promise.withResolvers<void>();
  const target = {
    write: (chunk: Uint8Array) => {
      chunks.push(Buffer.from(chunk));
      return takesMore;
    },
    resume: () => {
      log.push("resume");
      resumed.resolve();
    },
  };
  const slices = new SliceQueue();
  const output = new StreamOutput(target, slices);
  const finished = () => new Promise<void>((resolve) => output.finish(resolve));
  return { output, slices, chunks, log, resumed: resumed.promise, finished };
}

describe("the text of a stream", () => {
  it("is sent at once as far as 1 MiB", () => {
    const { output, chunks } = open();
    const text = LONG.slice(1);
    expect(output.write(text)).toBe(true);
    expect(chunks.map(({ length }) => length)).toEqual([text.length]);
    let isOver = false;
    output.finish(() => {
      isOver = true;
    });
    expect(isOver).toBe(true);
    expect(output.digest()).toEqual(digestBody(Buffer.from(text)));
  });

  it("pauses the engine if the caller takes no more", () => {
    expect(open(false).output.write("a")).toBe(false);
  });

  it("has no digest if there is none", () => {
    expect(open().output.digest()).toBeUndefined();
  });

  it("is sent in slices above 1 MiB, and what follows comes after it", async () => {
    const { output, chunks, log, finished } = open();
    expect(output.write(LONG)).toBe(false);
    expect(output.write("after")).toBe(false);
    expect(chunks).toEqual([]);
    await finished();
    expect(chunks.map(({ length }) => length)).toEqual([SLICE, SLICE, SLICE, SLICE, 1, 5]);
    expect(Buffer.concat(chunks).toString()).toBe(`${LONG}after`);
    expect(output.digest()).toEqual(digestBody(Buffer.from(`${LONG}after`)));
    expect(log).toEqual([]);
  });

  it("lets the engine go on once it is sent, unless the caller takes no more", async () => {
    const { output, log, resumed } = open();
    output.write(LONG);
    await resumed;
    expect(log).toEqual(["resume"]);
    expect(output.write("short")).toBe(true);

    const slow = open(false);
    slow.output.write(LONG);
    await slow.slices.run({ step: () => slow.chunks.length === 5 });
    await slow.slices.turn();
    expect(slow.log).toEqual([]);
  });

  it("keeps characters of two units whole, wherever a slice ends", async () => {
    const { output, chunks, finished } = open();
    const text = `x${"😀".repeat(1024 * 1024)}`;
    output.write(text);
    await finished();
    expect(Buffer.concat(chunks).toString() === text).toBe(true);
  });

  it("is dropped if the call is over", async () => {
    const { output, slices, chunks, log } = open();
    output.write(LONG);
    output.finish(() => log.push("over"));
    output.stop();
    await slices.turn();
    expect([chunks, log]).toEqual([[], []]);
  });
});
