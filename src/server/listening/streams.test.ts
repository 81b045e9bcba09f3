import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { settledNumber, until } from "../../../test/eventually.ts";
import { FakeGateway, LIMITS, type SeenCall } from "../../../test/server/fake-gateway.ts";
import { exchangeRaw, open, post } from "../../../test/server/raw-client.ts";
import type { HttpLimits } from "../context/server-context.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import { serveUntil } from "../serve-until.ts";
import { type Server, startServer } from "./server.ts";

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(gateway: FakeGateway, limits: Partial<HttpLimits> = {}): Promise<Server> {
  const server = await startServer({
    gateway,
    address: "127.0.0.1",
    port: 0,
    limits: { ...LIMITS, drain_timeout_secs: 0, ...limits },
    random: randomBytes,
    now: Date.now,
  });
  servers.push(server);
  return server;
}

async function connect(port: number): Promise<Socket> {
  const socket = await open(port);
  socket.on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

function text(socket: Socket): () => string {
  let all = "";
  socket.on("data", (chunk) => {
    all += chunk.toString("latin1");
  });
  return () => all;
}

function startStream({ sink }: SeenCall): void {
  sink.head(200, ["content-type", "text/event-stream"]);
  sink.write("data: 1\n\n");
}

describe("G18: a caller that leaves", () => {
  const endings = [
    ["by a reset", (socket: Socket) => socket.resetAndDestroy()],
    ["by closing", (socket: Socket) => socket.destroy()],
    ["by sending its last", (socket: Socket) => socket.end()],
  ] as const;

  async function leaves(answer: (call: SeenCall) => void, end: (socket: Socket) => void): Promise<void> {
    const gateway = new FakeGateway();
    gateway.answer = answer;
    const server = await start(gateway);
    const socket = await connect(server.port);
    socket.resume();
    socket.write(post("{}"));
    const call = await gateway.called(1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    end(socket);
    await until(() => call.left !== undefined);
    expect(call.left).toBe("client_gone");
    await until(() => server.counts().calls === 0);
    expect(call.sink.write("more")).toBe(false);
    call.sink.end();
  }

  it.each(endings)("before the first byte, %s, reaches the gateway", (_name, end) =>
    leaves(() => undefined, end),
  );

  it.each(endings)("in the middle of a stream, %s, reaches the gateway", (_name, end) =>
    leaves(startStream, end),
  );

  it.each(endings)("in the middle of a whole answer, %s, reaches the gateway", (_name, end) =>
    leaves(({ sink }) => {
      sink.head(200, ["content-type", "application/json", "content-length", "100"]);
      sink.write("{");
    }, end),
  );

  it("by sending its last while much is unread reaches the gateway", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      const chunk = Buffer.alloc(16 * 1024);
      const pump = (): void => {
        while (sink.write(chunk));
      };
      sink.source = { resume: pump };
      pump();
    };
    const server = await start(gateway);
    const socket = await connect(server.port);
    socket.pause();
    socket.write(post("{}"));
    const call = await gateway.called(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.end();
    await until(() => call.left !== undefined);
    expect(call.left).toBe("client_gone");
  });

  it("while it sends its body starts no call and gives its slot back", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway);
    const socket = await connect(server.port);
    socket.write(post("x".repeat(1000)).slice(0, -500));
    await until(() => server.counts().calls === 1);
    socket.destroy();
    await until(() => server.counts().calls === 0);
    expect(gateway.calls).toEqual([]);
  });

  it("after the whole answer was sent is not reported", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway);
    const socket = await connect(server.port);
    const seen = text(socket);
    socket.write(post("{}"));
    await until(() => seen().includes("bytes"));
    socket.destroy();
    await until(() => server.counts().connections === 0);
    expect(gateway.calls[0]!.left).toBeUndefined();
  });

  it("with a second request already sent leaves both calls", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => undefined;
    const server = await start(gateway);
    const socket = await connect(server.port);
    socket.write(post("{}") + post("{}"));
    await gateway.called(2);
    socket.resetAndDestroy();
    await until(() => gateway.calls.every((call) => call.left === "client_gone"));
    expect(server.counts().calls).toBe(0);
  });
});

describe("G20: a caller that reads slowly", () => {
  it("has at most 64 KiB queued, and the engine is paused until it reads on", async () => {
    const gateway = new FakeGateway();
    const chunk = Buffer.alloc(16 * 1024, 97);
    let most = 0;
    let written = 0;
    let isPaused = false;
    const total = 64 * 1024 * 1024;
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      const pump = (): void => {
        isPaused = false;
        while (written < total) {
          written += chunk.length;
          const more = sink.write(chunk);
          most = Math.max(most, (sink as HttpExchange).queuedBytes);
          if (!more) {
            isPaused = true;
            return;
          }
        }
        sink.end();
      };
      sink.source = { resume: pump };
      pump();
    };
    const { port } = await start(gateway);
    const socket = await connect(port);
    socket.pause();
    socket.write(post("{}"));
    await gateway.called(1);
    await until(() => isPaused);
    await settledNumber(() => written);
    expect(isPaused).toBe(true);
    expect(written).toBeLessThan(total);
    let received = 0;
    socket.on("data", (data) => {
      received += data.length;
    });
    socket.resume();
    await until(() => received >= total);
    expect(most).toBeLessThanOrEqual(64 * 1024);
    expect(gateway.calls[0]!.left).toBeUndefined();
  });

  it("and stops reading is reported as stalled and dropped", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      const chunk = Buffer.alloc(64 * 1024);
      const pump = (): void => {
        while (sink.write(chunk));
      };
      sink.source = { resume: pump };
      pump();
    };
    const server = await start(gateway, { stall_timeout_secs: 1 });
    const socket = await connect(server.port);
    socket.pause();
    socket.write(post("{}"));
    const call = await gateway.called(1);
    await until(() => call.left !== undefined);
    expect(call.left).toBe("client_stalled");
    await until(() => server.counts().connections === 0);
  });

  it("is not taken for stalled while the engine is silent", async () => {
    const gateway = new FakeGateway();
    gateway.answer = startStream;
    const server = await start(gateway, { stall_timeout_secs: 1 });
    const socket = await connect(server.port);
    socket.write(post("{}"));
    const call = await gateway.called(1);
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(call.left).toBeUndefined();
  });
});

describe("G07: callers that dawdle", () => {
  it("over the head are closed, while others are served", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway, { header_timeout_secs: 1 });
    const slow = await connect(server.port);
    const seen = text(slow);
    let isClosed = false;
    slow.on("close", () => {
      isClosed = true;
    });
    slow.write("POST /v1/messages HTTP/1.1\r\nHost: 127.0.0.1\r\n");
    const timer = setInterval(() => !isClosed && slow.write("x-a: b\r\n"), 100);
    while (!isClosed) expect((await exchangeRaw(server.port, post("{}"), 20)).statuses).toEqual([200]);
    clearInterval(timer);
    expect(seen()).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("over the body are refused", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway, { body_idle_timeout_secs: 1 });
    const socket = await connect(server.port);
    const seen = text(socket);
    socket.write(post("{}").slice(0, -1));
    await until(() => seen().includes("request_timed_out"));
    expect(seen()).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
    await until(() => server.counts().connections === 0);
    expect(gateway.calls).toEqual([]);
  });

  it("but send steadily are waited for", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway, { body_idle_timeout_secs: 1 });
    const socket = await connect(server.port);
    const seen = text(socket);
    const request = post("x".repeat(12));
    socket.write(request.slice(0, -12));
    for (let count = 0; count < 12; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      socket.write("x");
    }
    await until(() => seen().includes('{"bytes":12}'));
  });

  it("a thousand idle connections do not keep others from being served", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway);
    await Promise.all(Array.from({ length: 1000 }, () => connect(server.port)));
    await until(() => server.counts().connections === 1000);
    for (let count = 0; count < 20; count += 1) {
      expect((await exchangeRaw(server.port, post("{}"), 5)).statuses).toEqual([200]);
    }
  });
});

describe("many streams", () => {
  it("are held at once: 512, each with its own events", async () => {
    const gateway = new FakeGateway();
    gateway.answer = startStream;
    const server = await start(gateway);
    const readers = await Promise.all(
      Array.from({ length: 512 }, async () => {
        const socket = await connect(server.port);
        const seen = text(socket);
        socket.write(post("{}"));
        return seen;
      }),
    );
    await until(() => readers.every((seen) => seen().includes("data: 1")));
    expect(server.counts()).toMatchObject({ connections: 512, calls: 512 });
    for (const [index, call] of gateway.calls.entries()) {
      call.sink.write(`data: ${index}\n\n`);
      call.sink.end("data: end\n\n");
    }
    await until(() => readers.every((seen) => seen().endsWith("0\r\n\r\n")));
    await until(() => server.counts().calls === 0);
  });
});

describe("G21: a server that has to stop", () => {
  it("lets calls end, tells their connections to close, takes no new calls, and says so until it ends", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => undefined;
    const server = await start(gateway, { drain_timeout_secs: 10 });
    const running = await connect(server.port);
    const seen = text(running);
    running.write(post("{}"));
    const call = await gateway.called(1);
    const idle = await connect(server.port);
    let isIdleClosed = false;
    idle.on("close", () => {
      isIdleClosed = true;
    });
    idle.resume();
    await until(() => server.counts().connections === 2);
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await until(() => isIdleClosed);
    const silent = await open(server.port);
    silent.on("error", () => undefined);
    for (const [request, status, body] of [
      ["GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n", 503, '{"status":"draining"}'],
      ["GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", 200, '{"status":"ok"}'],
      [post("{}"), 503, "The daemon is stopping."],
    ] as const) {
      const answer = await exchangeRaw(server.port, request);
      expect([answer.statuses, answer.text.includes(body)]).toEqual([[status], true]);
      expect(answer.text).toMatch(/connection: close/i);
    }
    expect([isStopped, gateway.calls.length]).toEqual([false, 1]);
    call.sink.head(200, ["content-type", "application/json", "content-length", "2"]);
    call.sink.end("{}");
    await stopped;
    await expect(open(server.port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    expect(seen()).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close[\s\S]*\r\n\r\n\{\}$/i);
    expect(call.left).toBeUndefined();
  });

  it("finishes a large answer that is still being read", async () => {
    const gateway = new FakeGateway();
    const size = 24 * 1024 * 1024;
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-length", String(size)]);
      sink.end(Buffer.alloc(size, 97));
    };
    const server = await start(gateway, { drain_timeout_secs: 20 });
    const socket = await connect(server.port);
    socket.pause();
    socket.write(post("{}"));
    await gateway.called(1);
    const stopped = server.stop();
    await new Promise((resolve) => setTimeout(resolve, 100));
    let received = 0;
    let hasEnded = false;
    socket.on("data", (chunk) => {
      received += chunk.length;
    });
    socket.on("end", () => {
      hasEnded = true;
    });
    socket.resume();
    await stopped;
    await until(() => hasEnded);
    expect(received).toBeGreaterThan(size);
  });

  it("is stopped by a signal, or at once when the signal was given before", async () => {
    const controller = new AbortController();
    const servers = [await start(new FakeGateway()), await start(new FakeGateway())];
    const stopped = serveUntil(servers[0]!, controller.signal);
    expect((await exchangeRaw(servers[0]!.port, post("{}"))).statuses).toEqual([200]);
    controller.abort();
    await Promise.all([stopped, serveUntil(servers[1]!, controller.signal)]);
    for (const { port } of servers) await expect(open(port)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });

  it("counts calls that go on in the background, and lets them end", async () => {
    const gateway = new FakeGateway();
    const work = Promise.withResolvers<void>();
    const { answer } = gateway;
    gateway.answer = (call) => {
      call.background = work.promise;
      answer(call);
    };
    const server = await start(gateway, { drain_timeout_secs: 60 });
    expect((await exchangeRaw(server.port, post("{}"))).statuses).toEqual([200]);
    await until(() => server.counts().connections === 0);
    expect(server.counts().calls).toBe(1);
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([isStopped, gateway.calls[0]!.left]).toEqual([false, undefined]);
    work.resolve();
    await stopped;
    expect([gateway.calls[0]!.left, server.counts().calls]).toEqual([undefined, 0]);
  });

  it("stops background work at the deadline, and ends when its receipt is durable", async () => {
    const gateway = new FakeGateway();
    gateway.recordsAtOnce = false;
    const { answer } = gateway;
    gateway.answer = (call) => {
      call.background = new Promise(() => undefined);
      answer(call);
    };
    const server = await start(gateway, { drain_timeout_secs: 0 });
    await exchangeRaw(server.port, post("{}"));
    await until(() => server.counts().connections === 0);
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await until(() => gateway.calls[0]!.left === "shutting_down");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isStopped).toBe(false);
    gateway.calls[0]!.record();
    await stopped;
  });

  it("waits for the receipts of calls that were under way", async () => {
    const gateway = new FakeGateway();
    gateway.recordsAtOnce = false;
    gateway.answer = startStream;
    const server = await start(gateway, { drain_timeout_secs: 0 });
    const socket = await connect(server.port);
    socket.resume();
    socket.write(post("{}"));
    const call = await gateway.called(1);
    let isStopped = false;
    const stopped = server.stop().then(() => {
      isStopped = true;
    });
    await until(() => server.counts().connections === 0);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([isStopped, call.left]).toEqual([false, "shutting_down"]);
    call.record();
    await stopped;
    expect(server.stop()).toBe(server.stop());
  });

  it("breaks off what takes too long", async () => {
    const gateway = new FakeGateway();
    gateway.answer = startStream;
    const server = await start(gateway, { drain_timeout_secs: 1 });
    const socket = await connect(server.port);
    const seen = text(socket);
    socket.write(post("{}"));
    const call = await gateway.called(1);
    await server.stop();
    expect(call.left).toBe("shutting_down");
    expect(seen()).not.toContain("0\r\n\r\n");
    expect(server.counts()).toEqual({ connections: 0, sockets: 0, calls: 0 });
  });

  it("refuses a call on a connection that is still open, and says that it is not ready", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => undefined;
    const server = await start(gateway, { drain_timeout_secs: 10 });
    const socket = await connect(server.port);
    const seen = text(socket);
    socket.write(post("{}"));
    const call = await gateway.called(1);
    const stopped = server.stop();
    socket.write(post("{}"));
    await until(() => gateway.refusals.length === 1);
    call.sink.head(200, ["content-length", "0"]);
    call.sink.end();
    await stopped;
    expect(gateway.refusals[0]!.code).toBe("shutting_down");
    expect(gateway.calls).toHaveLength(1);
    expect(seen()).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
