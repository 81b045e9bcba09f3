import { EventEmitter } from "node:events";
import type { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import type { OpenSession, SocketSink } from "../../gateway/index.ts";
import { PassedConnection, type PassedConnectionParts } from "./passed-connection.ts";
import type { WebSocketPeer } from "./websocket-connection.ts";

const KIB = 1024;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A caller's `ws` connection that the test plays. */
class FakeWeb extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly #log: string[];

  constructor(log: string[]) {
    super();
    this.#log = log;
  }

  send(data: Uint8Array, { binary }: { binary: boolean }): void {
    this.#log.push(`web send ${binary} ${Buffer.from(data)}`);
  }

  close(...given: unknown[]): void {
    this.#log.push(["web close", ...given].join(" "));
  }

  pause(): void {
    this.#log.push("web pause");
  }

  resume(): void {
    this.#log.push("web resume");
  }

  ping(): void {
    this.#log.push("web ping");
  }

  terminate(): void {
    this.#log.push("web terminate");
  }
}

class FakeSocket extends EventEmitter {
  destroyed = false;
  writable = true;
  written = "";

  end(bytes: Buffer): void {
    this.written += bytes.toString();
  }

  destroy(): void {
    this.destroyed = true;
  }
}

function open(more: { session?: () => OpenSession; completes?: boolean; room?: number } = {}) {
  const log: string[] = [];
  const web = new FakeWeb(log);
  const socket = new FakeSocket();
  const clock = { now: 100 };
  let room = more.room ?? 1000;
  let wantsMore = true;
  const session: OpenSession = {
    runId: "run-1",
    recorded: Promise.resolve(),
    leave: (reason) => void log.push(`leave ${reason}`),
    fromCaller: (data, isBinary) => {
      log.push(`from caller ${isBinary} ${data}`);
      return wantsMore;
    },
    callerClosed: (code, reason) => void log.push(`caller closed ${code} ${reason}`),
    resume: () => void log.push("session resume"),
  };
  const caller = { name: "ada" };
  const finished: unknown[] = [];
  const sinks: SocketSink[] = [];
  const context = {
    bodies: {
      shareOf: (name: string) => {
        log.push(`share ${name}`);
        return {
          take: (bytes: number) => {
            if (bytes > room) return false;
            room -= bytes;
            return true;
          },
          release: (bytes: number) => {
            room += bytes;
          },
        };
      },
    },
    clock,
    slots: { take: (one: unknown) => void log.push(one === caller ? "take slot" : "take another's slot") },
    gateway: {
      session: (_admission: unknown, sink: SocketSink) => {
        sinks.push(sink);
        return (more.session ?? (() => session))();
      },
    },
    finished: { add: (...given: unknown[]) => void finished.push(given) },
    stallTicks: 5,
  };
  const parts = {
    context,
    admission: { caller },
    socket: socket as unknown as Duplex,
    complete: (protocol: string, headers: readonly string[], done: (web: WebSocketPeer) => void) => {
      log.push(`complete ${protocol} ${headers.join()}`);
      if (more.completes !== false) done(web as unknown as WebSocketPeer);
    },
    pingTicks: 10,
    onEnd: () => void log.push("end"),
  } as unknown as PassedConnectionParts;
  const make = () => new PassedConnection(parts);
  return {
    make,
    log,
    web,
    socket,
    clock,
    finished,
    sinks,
    caller,
    session,
    room: () => room,
    wait: () => {
      wantsMore = false;
    },
  };
}

/** A connection whose handshake is answered. Its log begins anew. */
function accepted(more: Parameters<typeof open>[0] = {}) {
  const fake = open(more);
  const connection = fake.make();
  connection.accept("p", []);
  fake.log.length = 0;
  return { ...fake, connection };
}

describe("a caller's connection that passes through", () => {
  it("takes a slot and opens a session, and answers the handshake when the session says so", () => {
    const { make, log, sinks } = open();
    const connection = make();
    expect([log, sinks]).toEqual([["share ada", "take slot"], [connection]]);
    expect(connection.accept("realtime", ["x-abp-run-id", "run-1"])).toBe(true);
    expect(log.at(-1)).toBe("complete realtime x-abp-run-id,run-1");
  });

  it("returns its slot if the session cannot be opened", () => {
    const { make, log, finished, caller } = open({
      session: () => {
        throw new Error("no session");
      },
    });
    expect(make).toThrow("no session");
    expect(log).toEqual(["share ada", "take slot", "end"]);
    expect(finished).toEqual([[caller, undefined]]);
  });

  it("answers no handshake on a socket that is gone, or that is wrong", () => {
    const gone = open();
    const connection = gone.make();
    gone.socket.destroyed = true;
    expect(connection.accept("", [])).toBe(false);
    expect(gone.log).not.toContain("complete  ");
    expect(open({ completes: false }).make().accept("", [])).toBe(false);
    const over = open();
    const ended = over.make();
    over.socket.emit("close");
    expect(ended.accept("", [])).toBe(false);
    expect(over.log).not.toContain("complete  ");
  });

  it("passes messages on, and makes the caller wait if the session wants no more", () => {
    const { web, log, wait, connection } = accepted();
    web.emit("message", Buffer.from("a"), false);
    wait();
    web.emit("message", Buffer.from("b"), true);
    connection.takeMore();
    expect(log).toEqual(["from caller false a", "from caller true b", "web pause", "web resume"]);
  });

  it("sends messages of both kinds, and closes with or without a code", () => {
    const { log, connection } = accepted();
    expect(connection.send(Buffer.from("a"), false)).toBe(true);
    expect(connection.send(Buffer.from("b"), true)).toBe(true);
    connection.close(undefined, "unused");
    connection.close(1000, "bye");
    connection.break();
    expect(log).toEqual([
      "web send false a",
      "web send true b",
      "web close",
      "web resume",
      "web close 1000 bye",
      "web resume",
      "web terminate",
    ]);
  });

  it("reads on for the caller's answer to a close, and passes nothing on that comes before it", () => {
    const { web, log, wait, connection, session } = accepted();
    wait();
    const fromCaller = session.fromCaller.bind(session);
    Object.assign(session, {
      fromCaller: (data: Buffer, isBinary: boolean) => {
        connection.close(1008, "policy_denied");
        return fromCaller(data, isBinary);
      },
    });
    web.emit("message", Buffer.from("bad"), false);
    web.emit("message", Buffer.from("late"), false);
    expect(log).toEqual(["web close 1008 policy_denied", "web resume", "from caller false bad"]);
  });

  it("shortens a reason that has no room in the frame", () => {
    const { log, connection } = accepted();
    connection.close(1000, "é".repeat(61));
    connection.close(1000, "é".repeat(62));
    connection.close(1000, "a".repeat(123));
    connection.close(1000, "a".repeat(124));
    const closes = log.filter((line) => line.startsWith("web close"));
    expect(closes.map((line) => line.slice("web close 1000 ".length))).toEqual([
      "é".repeat(61),
      "é".repeat(40),
      "a".repeat(123),
      "a".repeat(40),
    ]);
  });

  it("sends nothing before the handshake, nor when the connection is closing", () => {
    const early = open();
    const connection = early.make();
    expect(connection.send(Buffer.from("a"), false)).toBe(false);
    connection.takeMore();
    connection.close(1000, "");
    connection.close(undefined, "");
    connection.break();
    connection.tick();
    expect(early.log).toEqual(["share ada", "take slot"]);
    const { web, log, connection: closing } = accepted();
    web.readyState = 2;
    expect(closing.send(Buffer.from("a"), false)).toBe(false);
    expect(log).toEqual([]);
  });

  it("refuses the handshake with an answer, and ends after the session has started", async () => {
    const { make, socket, log, finished, caller, session } = open();
    const connection = make();
    connection.refuse({ status: 429, headers: ["a", "b"], body: "no" });
    expect(socket.written).toMatch(/^HTTP\/1\.1 429 .*a: b.*no$/s);
    expect(finished).toEqual([]);
    await turn();
    expect(finished).toEqual([[caller, session]]);
    expect(log.at(-1)).toBe("end");
  });
});

describe("the end of such a connection", () => {
  it("reaches the session with its code, once", () => {
    const { web, socket, log, finished, caller, session } = accepted();
    socket.emit("close");
    expect(log).toEqual([]);
    web.emit("close", 1000, Buffer.from("bye"));
    web.emit("close", 1006, Buffer.from(""));
    expect(log).toEqual(["caller closed 1000 bye", "end"]);
    expect(finished).toEqual([[caller, session]]);
  });

  it("before the handshake counts as broken off", () => {
    const { make, socket, log, finished } = open();
    make();
    socket.emit("close");
    expect(log.slice(2)).toEqual(["caller closed 1006 ", "end"]);
    expect(finished).toHaveLength(1);
  });

  it("survives an error of the connection, which a close follows", () => {
    const { web, log } = accepted();
    web.emit("error", new Error("bad frame"));
    expect(log).toEqual([]);
  });

  it("when the server stops ends session and connection at once", () => {
    const { connection, log, finished } = accepted();
    connection.abandon();
    connection.abandon();
    expect(log).toEqual([
      "leave shutting_down",
      "web terminate",
      "end",
      "leave shutting_down",
      "web terminate",
    ]);
    expect(finished).toHaveLength(1);
    const early = open();
    early.make().abandon();
    expect(early.socket.destroyed).toBe(true);
    expect(early.log.slice(2)).toEqual(["leave shutting_down", "end"]);
  });
});

describe("the memory of such a connection", () => {
  it("counts what is received of a message until it is complete", () => {
    const { socket, web, room } = accepted({ room: 100 });
    socket.emit("data", Buffer.alloc(30));
    socket.emit("data", Buffer.alloc(30));
    expect(room()).toBe(40);
    web.emit("ping", Buffer.alloc(4));
    expect(room()).toBe(50);
    web.emit("pong", Buffer.alloc(4));
    expect(room()).toBe(60);
    web.emit("message", Buffer.from("m"), false);
    expect(room()).toBe(100);
  });

  it("is given back when the connection ends", () => {
    const { socket, web, room } = accepted({ room: 100 });
    socket.emit("data", Buffer.alloc(30));
    web.emit("close", 1000, Buffer.from(""));
    expect(room()).toBe(100);
    socket.emit("data", Buffer.alloc(30));
    expect(room()).toBe(100);
  });

  it("ends the session if there is no room for the message", () => {
    const { socket, log } = accepted({ room: 100 });
    socket.emit("data", Buffer.alloc(101));
    expect(log).toEqual([
      "web close 1013 too much is being received",
      "caller closed 1013 too much is being received",
      "web terminate",
    ]);
  });

  it("counts bytes before the library gets them", () => {
    const fake = open({ room: 10 });
    const connection = fake.make();
    fake.socket.on("data", () => void fake.log.push("library"));
    connection.accept("", []);
    fake.log.length = 0;
    fake.socket.emit("data", Buffer.alloc(11));
    expect(fake.log.at(-1)).toBe("library");
  });
});

describe("a caller that does not take its bytes", () => {
  it("makes the engine wait above 64 KiB, until the socket has drained", () => {
    const { web, socket, log, connection } = accepted();
    web.bufferedAmount = 64 * KIB;
    expect(connection.send(Buffer.from("a"), false)).toBe(true);
    socket.emit("drain");
    expect(log).toEqual(["web send false a"]);
    web.bufferedAmount += 1;
    expect(connection.send(Buffer.from("b"), false)).toBe(false);
    socket.emit("drain");
    socket.emit("drain");
    expect(log.slice(1)).toEqual(["web send false b", "session resume"]);
  });

  it("is given up after the limit, which counts from the first bytes that waited", () => {
    const { web, clock, log, connection } = accepted();
    web.bufferedAmount = 65 * KIB;
    connection.send(Buffer.from("a"), false);
    clock.now += 3;
    connection.send(Buffer.from("b"), false);
    clock.now += 1;
    connection.tick();
    expect(log).toEqual(["web send false a", "web send false b"]);
    clock.now += 1;
    connection.tick();
    expect(log.slice(2)).toEqual(["leave client_stalled", "web terminate"]);
  });

  it("is not given up once it has drained", () => {
    const { web, socket, clock, log, connection } = accepted();
    web.bufferedAmount = 65 * KIB;
    connection.send(Buffer.from("a"), false);
    socket.emit("drain");
    clock.now += 6;
    connection.tick();
    expect(log).toEqual(["web send false a", "session resume"]);
  });
});

describe("the pings of such a connection", () => {
  it("come in their interval, and a caller that answers none is cut off", () => {
    const { clock, log, web, connection } = accepted();
    clock.now += 9;
    connection.tick();
    expect(log).toEqual([]);
    clock.now += 1;
    connection.tick();
    connection.tick();
    expect(log).toEqual(["web ping"]);
    web.emit("pong", Buffer.from(""));
    clock.now += 10;
    connection.tick();
    expect(log).toEqual(["web ping", "web ping"]);
    clock.now += 10;
    connection.tick();
    expect(log).toEqual(["web ping", "web ping", "web terminate", "web ping"]);
  });

  it("do not cut a caller off that still takes bytes, or that is made to wait", () => {
    const { clock, log, web, connection } = accepted();
    const next = () => {
      clock.now += 10;
      connection.tick();
    };
    next();
    web.bufferedAmount = 1;
    next();
    web.bufferedAmount = 0;
    web.isPaused = true;
    web.emit("pong", Buffer.from(""));
    next();
    web.isPaused = false;
    next();
    expect(log).toEqual(["web ping", "web ping", "web ping", "web ping"]);
  });

  it("are not sent on a connection that is closing", () => {
    const { clock, log, web, connection } = accepted();
    web.readyState = 2;
    clock.now += 10;
    connection.tick();
    expect(log).toEqual([]);
  });
});
