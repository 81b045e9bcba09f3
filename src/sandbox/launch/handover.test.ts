import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { createServer, type Server } from "node:net";
import { describe, expect, it } from "vitest";
import { receiveListeners } from "./handover.ts";

class FakeChild extends EventEmitter {
  connected = true;
  readonly sent: unknown[] = [];
  send(message: unknown, done: (error: Error | null) => void): void {
    this.sent.push(message);
    done(new Error("the launcher is gone"));
  }
}

function receive(count = 2) {
  const child = new FakeChild();
  const taken: [number, Server][] = [];
  const takers = Array.from({ length: count }, (_, index) => (server: Server) => {
    taken.push([index, server]);
  });
  receiveListeners(child as unknown as ChildProcess, takers, { A: "1" });
  return { child, taken };
}

describe("the sockets of a launcher", () => {
  it("go to the taker of their address, in any order", () => {
    const { child, taken } = receive();
    const [first, second] = [createServer(), createServer()];
    child.emit("message", { listener: 1 }, second);
    child.emit("message", { listener: 0 }, first);
    expect(taken).toEqual([
      [1, second],
      [0, first],
    ]);
    expect(child.sent).toEqual([]);
  });

  it("are ignored if no socket came with the message, none was asked for, or no address is named", () => {
    const { child, taken } = receive();
    child.emit("message", { listener: 0 });
    child.emit("message", { listener: 0 }, { close: () => undefined });
    child.emit("message", { listener: 2 }, createServer());
    child.emit("message", {}, createServer());
    expect([taken, child.sent]).toEqual([[], []]);
  });
});

describe("the environment", () => {
  it("is sent when the launcher is ready", () => {
    const { child } = receive();
    child.emit("message", { ready: false });
    expect(child.sent).toEqual([]);
    child.emit("message", { ready: true });
    expect(child.sent).toEqual([{ env: { A: "1" } }]);
  });

  it("is not sent to a launcher that is gone", () => {
    const { child } = receive();
    child.connected = false;
    child.emit("message", { ready: true });
    expect(child.sent).toEqual([]);
  });
});
