import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { type FedSocket, feedSocket } from "./feed-socket.ts";
import { GrowingSource } from "./fixtures/growing-source.ts";
import { testGroups } from "./fixtures/test-groups.ts";

const open = new AbortController().signal;

/** A socket that notes what it is sent; a stalled one never delivers it. */
class TestSocket extends EventEmitter implements FedSocket {
  readonly sent: string[] = [];
  closed: readonly [number, string] | undefined;
  bufferedAmount = 0;
  readonly #isStalled: boolean;

  constructor(isStalled = false) {
    super();
    this.#isStalled = isStalled;
  }

  send(text: string, done: () => void): void {
    this.sent.push(text);
    if (this.#isStalled) this.bufferedAmount += text.length;
    else done();
  }

  close(code: number, reason: string): void {
    this.closed = [code, reason];
  }

  get seqs(): number[] {
    return this.sent.map((text) => JSON.parse(text).seq).filter((seq) => seq !== undefined);
  }
}

const upTo = (to: number, from = 0) => Array.from({ length: to - from }, (_, at) => from + at);

describe("a stream over a WebSocket", () => {
  it("has one message for each item, and one that says how it ended", async () => {
    const source = new GrowingSource(2).grow(5, 1).end();
    const socket = new TestSocket();
    await feedSocket(testGroups().follow("s", source, "1"), socket, open);
    expect(socket.sent).toEqual([
      ...[2, 3, 4].map((seq) => `{"seq":${seq},"pad":"x"}`),
      '{"closing":"ended","resume_after":"4","state":"completed"}',
    ]);
    expect(socket.closed).toEqual([1000, "ended"]);
  });

  it("is exact when it is cut at any event and opened again", async () => {
    const source = new GrowingSource(3).grow(20).end();
    for (let cut = -1; cut < 20; cut += 1) {
      const socket = new TestSocket();
      await feedSocket(testGroups().follow("s", source, String(cut)), socket, open);
      expect(socket.seqs).toEqual(upTo(20, cut + 1));
    }
  });

  it("drops a client that reads nothing", async () => {
    const source = new GrowingSource();
    const groups = testGroups(1000);
    const stalled = new TestSocket(true);
    void feedSocket(groups.follow("s", source, "-1"), stalled, open);
    const fed = new TestSocket();
    const feeding = feedSocket(groups.follow("s", source, "-1"), fed, open);
    for (let round = 0; round < 100; round += 1) {
      source.grow(1, 2000);
      const { reads } = source;
      while (source.reads < reads + 2) await turn();
    }
    source.end();
    await feeding;
    expect(stalled.closed).toEqual([1013, "too_slow"]);
    expect(stalled.seqs.length).toBeLessThan(50);
    const last = JSON.parse(stalled.sent.at(-1)!);
    expect(last).toEqual({ closing: "too_slow", resume_after: String(stalled.seqs.at(-1)) });
    expect(fed.seqs).toEqual(upTo(100));
  });

  it("tells that the daemon stops, and ends when the client leaves", async () => {
    const groups = testGroups();
    const stop = new AbortController();
    const [first, second] = [new TestSocket(), new TestSocket()];
    const source = new GrowingSource().grow(1);
    const feeding = [first, second].map((socket) =>
      feedSocket(groups.follow("s", source, "-1"), socket, stop.signal),
    );
    while (second.sent.length === 0) await turn();
    second.emit("close");
    stop.abort(new AbpError("shutting_down", "The daemon is stopping."));
    await Promise.all(feeding);
    expect([first.sent.at(-1), first.closed]).toEqual([
      '{"closing":"shutting_down","resume_after":"0"}',
      [1001, "shutting_down"],
    ]);
    expect([second.sent.length, second.closed, groups.size]).toEqual([1, undefined, 0]);
  });
});
