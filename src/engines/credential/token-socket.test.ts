import { describe, expect, it } from "vitest";
import type { EngineSocket, SocketHandler } from "../engine-socket.ts";
import { TokenSocket } from "./token-socket.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function bench() {
  const log: string[] = [];
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      log.push([name, ...values.map((value) => (value instanceof Error ? value.message : value))].join(" ")) >
      0;
  const handler = Object.fromEntries(
    ["onOpen", "onMessage", "onDrain", "onClose", "onRefused", "onFailure"].map((name) => [name, note(name)]),
  ) as unknown as SocketHandler;
  const inner = Object.fromEntries(
    ["send", "close", "resume", "abort"].map((name) => [name, note(name)]),
  ) as unknown as EngineSocket;
  const token = Promise.withResolvers<string>();
  const socket = new TokenSocket(
    token.promise,
    (read) => {
      log.push(`connect ${read}`);
      return inner;
    },
    handler,
  );
  return { socket, token, log };
}

describe("a WebSocket with a token", () => {
  it("is opened with the token, and then passes everything on", async () => {
    const { socket, token, log } = bench();
    token.resolve("t1");
    await turn();
    expect(socket.send(Buffer.from("m"), false)).toBe(true);
    socket.resume();
    socket.close(1000, "bye");
    socket.abort();
    expect(log).toEqual(["connect t1", "send m false", "resume", "close 1000 bye", "abort"]);
  });

  it("sends nothing and resumes nothing before it is open", () => {
    const { socket, log } = bench();
    expect(socket.send(Buffer.from("m"), false)).toBe(false);
    socket.resume();
    expect(log).toEqual([]);
  });

  it("is closed once, and not at all after it was aborted", async () => {
    const { socket, log } = bench();
    socket.close(1000, "");
    socket.close(1000, "");
    const aborted = bench();
    aborted.socket.abort();
    aborted.socket.close(1000, "");
    await turn();
    expect([log, aborted.log]).toEqual([["onClose 1006 "], []]);
  });

  it("does not fail after it was closed", async () => {
    const { socket, token, log } = bench();
    socket.close(1000, "");
    token.reject(new Error("no token"));
    await turn();
    expect(log).toEqual(["onClose 1006 "]);
  });

  it("fails if there is no token", async () => {
    const { token, log } = bench();
    token.reject(new Error("no token"));
    await turn();
    expect(log).toEqual(["onFailure no token"]);
  });

  it("is not opened after it was closed or aborted", async () => {
    const closed = bench();
    closed.socket.close(1000, "bye");
    closed.token.resolve("t1");
    const aborted = bench();
    aborted.socket.abort();
    aborted.token.reject(new Error("no token"));
    await turn();
    expect(closed.log).toEqual(["onClose 1006 "]);
    expect(aborted.log).toEqual([]);
  });
});
