import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FirstBytesLimit, type Judge, readFirstBytes } from "./first-bytes.ts";

let stream: PassThrough;
beforeEach(() => {
  stream = new PassThrough();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const read = <T>(judge: Judge<T>, limit: FirstBytesLimit = { maxBytes: 100 }) =>
  readFirstBytes(stream as unknown as Socket, judge, limit);
/** Takes one line. */
const line: Judge<string> = (bytes) => {
  const end = bytes.indexOf("\n");
  return end === -1 ? undefined : { value: bytes.toString("latin1", 0, end), used: end + 1 };
};
const turn = () => new Promise((done) => setImmediate(done));

function expectLeftAlone(): void {
  const listeners = ["readable", "end", "close"].map((name) => stream.listenerCount(name));
  expect([...listeners, vi.getTimerCount()]).toEqual([0, 0, 0, 0]);
}

describe("the first bytes of a socket", () => {
  it("are judged together as they come, and the rest stays in the socket", async () => {
    const seen: string[] = [];
    const reading = read((bytes) => {
      seen.push(bytes.toString());
      return line(bytes);
    });
    stream.write("ab");
    await turn();
    stream.write("c\nrest");
    expect(await reading).toBe("abc");
    expect(seen).toEqual(["ab", "abc\nrest"]);
    expect(stream.read().toString()).toBe("rest");
    expectLeftAlone();
  });

  it("leave nothing behind if all are used", async () => {
    const putBack = vi.spyOn(stream, "unshift");
    const reading = read(line);
    stream.write("abc\n");
    expect(await reading).toBe("abc");
    expect(putBack).not.toHaveBeenCalled();
    expect(stream.read()).toBeNull();
  });

  it("may be as many as the limit, and no more", async () => {
    const reading = read(line, { maxBytes: 4 });
    stream.write("abcd");
    await turn();
    stream.write("\n");
    expect(await reading).toBe("abcd");
    const second = read(line, { maxBytes: 4 });
    stream.write("abcde");
    expect(await second).toBeUndefined();
    expectLeftAlone();
  });

  it.each([
    ["end", () => stream.end()],
    ["close", () => stream.destroy()],
  ])("are none after the socket's %s", async (_, finish) => {
    const reading = read(line, { maxBytes: 4, timeoutMs: 1000 });
    stream.write("ab");
    await turn();
    finish();
    expect(await reading).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("must come in time", async () => {
    const reading = read(line, { maxBytes: 4, timeoutMs: 1000 });
    const settled = vi.fn();
    void reading.then(settled);
    await vi.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledWith(undefined);
    expectLeftAlone();
  });

  it("may take any time if no limit is set", () => {
    void read(line);
    expect(vi.getTimerCount()).toBe(0);
  });
});
