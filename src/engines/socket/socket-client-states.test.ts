import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WebSocket } from "ws";
import type { AbpError } from "../../contract/index.ts";
import { AddressDenied } from "../address/address-guard.ts";
import type { SocketHandler } from "../engine-socket.ts";
import { SocketClient, type SocketOptions, socketSettings } from "./socket-client.ts";

const KIB = 1024;

/** A `ws` connection that the test plays. */
class FakeWeb extends EventEmitter {
  readonly log: string[] = [];
  readonly sent: (() => void)[] = [];
  protocol = "p";
  bufferedAmount = 0;
  isPaused = false;

  send(data: Buffer, { binary }: { binary: boolean }, done: () => void): void {
    this.log.push(`send ${binary} ${data.toString()}`);
    this.sent.push(done);
  }

  close(...given: unknown[]): void {
    this.log.push(["close", ...given].join(" "));
  }

  pause(): void {
    this.log.push("pause");
  }

  resume(): void {
    this.log.push("resume");
  }

  ping(): void {
    this.log.push("ping");
  }

  terminate(): void {
    this.log.push("terminate");
  }
}

class Recorder implements SocketHandler {
  readonly log: string[] = [];
  error: AbpError | undefined;
  headers: readonly string[] = [];
  wantsMore = true;

  onOpen(protocol: string): void {
    this.log.push(`open ${protocol}`);
  }

  onMessage(data: Buffer, isBinary: boolean): boolean {
    this.log.push(`message ${isBinary} ${data}`);
    return this.wantsMore;
  }

  onDrain(): void {
    this.log.push("drain");
  }

  onClose(code: number, reason: string): void {
    this.log.push(`close ${code} ${reason}`);
  }

  onRefused(status: number, headers: readonly string[], body: Buffer): void {
    this.headers = headers;
    this.log.push(`refused ${status} ${body}`);
  }

  onFailure(error: AbpError): void {
    this.error = error;
    this.log.push(`failure ${error.code}`);
  }
}

const options: SocketOptions = {
  engine: "e",
  url: "wss://h.test/x",
  protocols: ["a"],
  headers: ["X-One", "1", "Cookie", "a=1", "cookie", "b=2"],
  lookup: () => undefined,
  limits: { connectMs: 1000, firstByteMs: 5000, idleMs: 40_000, totalMs: 60_000 },
  maxMessageBytes: 1234,
};

function open() {
  const web = new FakeWeb();
  const handler = new Recorder();
  const given: SocketOptions[] = [];
  const client = new SocketClient(options, handler, (one) => {
    given.push(one);
    return web as unknown as WebSocket;
  });
  return { web, handler, client, given };
}

function opened() {
  const fake = open();
  fake.web.emit("open");
  return fake;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a WebSocket client", () => {
  it("opens a connection that follows nothing, unpacks nothing and is bounded in size and time", () => {
    expect(open().given).toEqual([options]);
    expect(socketSettings(options)).toEqual({
      headers: { "x-one": "1", cookie: "a=1, b=2" },
      perMessageDeflate: false,
      maxPayload: 1234,
      handshakeTimeout: 6000,
      followRedirects: false,
      lookup: options.lookup,
    });
  });

  it("makes the sender wait above 64 KiB that are not sent, until half of it has gone", () => {
    const { web, handler, client } = opened();
    web.bufferedAmount = 64 * KIB;
    expect(client.send(Buffer.from("a"), false)).toBe(true);
    web.bufferedAmount += 1;
    expect(client.send(Buffer.from("b"), true)).toBe(false);
    expect(web.log).toEqual(["send false a", "send true b"]);
    web.bufferedAmount = 32 * KIB + 1;
    web.sent[0]!();
    expect(handler.log).toEqual(["open p"]);
    web.bufferedAmount = 32 * KIB;
    web.sent[1]!();
    web.sent[1]!();
    expect(handler.log).toEqual(["open p", "drain"]);
  });

  it("tells of no room if nobody was made to wait, or after the end", () => {
    const { web, handler, client } = opened();
    client.send(Buffer.from("a"), false);
    web.sent[0]!();
    web.bufferedAmount = 65 * KIB;
    client.send(Buffer.from("b"), false);
    client.abort();
    web.bufferedAmount = 0;
    web.sent[1]!();
    expect(handler.log).toEqual(["open p"]);
  });

  it("pauses the engine for a reader that wants no more", () => {
    const { web, handler, client } = opened();
    web.emit("message", Buffer.from("a"), true);
    expect(web.log).toEqual([]);
    handler.wantsMore = false;
    web.emit("message", Buffer.from("b"), false);
    expect(handler.log).toEqual(["open p", "message true a", "message false b"]);
    client.resume();
    expect(web.log).toEqual(["pause", "resume"]);
  });

  it("closes with a code and a reason, or with neither", () => {
    const { web, client } = opened();
    client.close(undefined, "reason");
    client.close(1000, "bye");
    expect(web.log).toEqual(["close", "resume", "close 1000 bye", "resume"]);
  });

  it("reads on for the engine's answer to a close, and tells nothing that comes before it", () => {
    const { web, handler, client } = opened();
    handler.wantsMore = false;
    web.emit("message", Buffer.from("a"), false);
    client.close(1000, "");
    web.emit("message", Buffer.from("late"), false);
    expect(web.log).toEqual(["pause", "close 1000 ", "resume"]);
    web.emit("close", 1000, Buffer.from(""));
    expect(handler.log).toEqual(["open p", "message false a", "close 1000 "]);
  });

  it.each([
    ["was aborted", ({ client }: ReturnType<typeof open>) => client.abort(), ["terminate"]],
    ["was closed", ({ web }: ReturnType<typeof open>) => web.emit("close", 1000, Buffer.from("x")), []],
  ])("does and tells nothing more once it %s", (_, end, done) => {
    const fake = opened();
    end(fake);
    const { web, handler, client } = fake;
    const told = handler.log.length;
    expect(client.send(Buffer.from("a"), false)).toBe(false);
    client.close(1000, "");
    client.close(undefined, "");
    client.resume();
    client.abort();
    web.emit("open");
    web.emit("message", Buffer.from("late"), false);
    web.emit("close", 1000, Buffer.from(""));
    web.emit("error", new Error("late"));
    vi.advanceTimersByTime(120_000);
    expect(web.log).toEqual(done);
    expect(handler.log).toHaveLength(told);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("opens nothing after it was aborted in the handshake", () => {
    const { web, handler, client } = open();
    client.abort();
    web.emit("open");
    expect([handler.log, vi.getTimerCount()]).toEqual([[], 0]);
  });
});

describe("the signs of life of an engine", () => {
  it("are asked for every 15 s, and an engine without any is cut off", () => {
    const { web } = opened();
    vi.advanceTimersByTime(14_999);
    expect(web.log).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(web.log).toEqual(["ping"]);
    vi.advanceTimersByTime(15_000);
    expect(web.log).toEqual(["ping", "ping"]);
    vi.advanceTimersByTime(15_000);
    expect(web.log).toEqual(["ping", "ping", "terminate"]);
  });

  it.each([
    ["a message", (web: FakeWeb) => web.emit("message", Buffer.from(""), false)],
    ["a ping", (web: FakeWeb) => web.emit("ping", Buffer.from(""))],
    ["a pong", (web: FakeWeb) => web.emit("pong", Buffer.from(""))],
  ])("include %s", (_, give) => {
    const { web } = opened();
    vi.advanceTimersByTime(30_000);
    give(web);
    vi.advanceTimersByTime(30_000);
    expect(web.log).toEqual(["ping", "ping", "ping", "ping"]);
  });

  it("count from the opening of the session", () => {
    const fake = open();
    vi.advanceTimersByTime(39_000);
    fake.web.emit("open");
    vi.advanceTimersByTime(15_000);
    expect(fake.web.log).toEqual(["ping"]);
  });

  it("are not missed while the reader makes the engine wait", () => {
    const { web } = opened();
    web.isPaused = true;
    vi.advanceTimersByTime(60_000);
    web.isPaused = false;
    vi.advanceTimersByTime(30_000);
    expect(new Set(web.log)).toEqual(new Set(["ping"]));
  });

  it("do not keep the process alive", () => {
    vi.useRealTimers();
    const before = process.getActiveResourcesInfo().filter((one) => one === "Timeout").length;
    const { client } = opened();
    expect(process.getActiveResourcesInfo().filter((one) => one === "Timeout")).toHaveLength(before);
    client.abort();
  });
});

describe("a session that does not come about", () => {
  const refused = (statusCode: number | undefined = 429) => {
    const fake = open();
    const response = Object.assign(new EventEmitter(), { statusCode, rawHeaders: ["A", "b"] });
    fake.web.emit("unexpected-response", {}, response);
    return { ...fake, response };
  };

  it("tells the engine's answer whole, and ends the connection", () => {
    const { web, handler, response } = refused();
    response.emit("data", Buffer.from("one "));
    response.emit("data", Buffer.from("two"));
    expect(handler.log).toEqual([]);
    response.emit("end");
    response.emit("error", new Error("late"));
    web.emit("close", 1006, Buffer.from(""));
    expect(handler.log).toEqual(["refused 429 one two"]);
    expect(handler.headers).toEqual(["A", "b"]);
    expect(web.log).toEqual(["terminate"]);
  });

  it("tells up to 64 KiB of a longer answer, and does not wait for its end", () => {
    const { handler, response } = refused();
    response.emit("data", Buffer.alloc(64 * KIB, "a"));
    expect(handler.log).toEqual([]);
    response.emit("data", Buffer.from("b"));
    expect(handler.log).toEqual([`refused 429 ${"a".repeat(64 * KIB)}`]);
  });

  it("tells what came of an answer that breaks off, and 502 if it has no status", () => {
    const { handler, response } = refused();
    Object.assign(response, { statusCode: undefined });
    response.emit("data", Buffer.from("half"));
    response.emit("error", new Error("reset"));
    expect(handler.log).toEqual(["refused 502 half"]);
  });

  it("tells nothing of an answer after it was aborted", () => {
    const { handler, client, response } = refused();
    client.abort();
    response.emit("end");
    expect(handler.log).toEqual([]);
  });

  it.each([
    [new AddressDenied("x"), "engine_address_denied", "is at an address that may not be connected to"],
    [new Error("bad"), "backend_unavailable", "did not open the WebSocket"],
    [Object.assign(new Error("x"), { code: "ECONNREFUSED" }), "backend_unavailable", undefined],
  ])("fails once, with the reason: %s", (error, code, message) => {
    const { web, handler } = open();
    web.emit("error", error);
    web.emit("close", 1006, Buffer.from(""));
    expect(handler.log).toEqual([`failure ${code}`]);
    expect(handler.error?.cause).toBe(error);
    if (message !== undefined) expect(handler.error?.message).toBe(`engine "e" ${message}`);
  });

  it("leaves an error of an open session to its close code", () => {
    const { web, handler } = opened();
    web.emit("error", new Error("bad frame"));
    web.emit("close", 1002, Buffer.from("frame"));
    expect(handler.log).toEqual(["open p", "close 1002 frame"]);
  });
});
