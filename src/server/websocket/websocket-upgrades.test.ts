import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../../../test/eventually.ts";
import { FakeGateway, KEY, LIMITS } from "../../../test/server/fake-gateway.ts";
import { AbpError } from "../../contract/index.ts";
import type { Admission, CallHead, OpenSession, PlainResponse, SocketSink } from "../../gateway/index.ts";
import { type Server, startServer } from "../listening/server.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const PATH = "/v1/realtime";

/** A gateway whose sessions the test plays. */
class SocketGateway extends FakeGateway {
  readonly sinks: SocketSink[] = [];
  readonly log: string[] = [];
  wantsMore = true;
  start: (sink: SocketSink) => void = (sink) => void sink.accept("", ["x-abp-run-id", "run-1"]);

  override admit(head: CallHead): Admission {
    if (!head.target.startsWith(PATH)) return super.admit(head);
    const admission = super.admit({
      ...head,
      method: "POST",
      target: head.target.replace(PATH, "/v1/files"),
    });
    const endpoint = {
      method: "GET",
      path: PATH,
      operation: "pass",
      passed: { group: "realtime", access: "inference", isSocket: true },
    } as const;
    return { ...admission, recognised: { ...admission.recognised, endpoint } };
  }

  override session(_admission?: Admission, sink?: SocketSink): never {
    this.sinks.push(sink!);
    const session: OpenSession = {
      runId: "run-1",
      recorded: Promise.resolve(),
      leave: (reason) => void this.log.push(`leave ${reason}`),
      fromCaller: (data, isBinary) => {
        this.log.push(`${isBinary ? "binary" : "text"} ${data.toString()}`);
        return this.wantsMore;
      },
      callerClosed: (code, reason) => void this.log.push(`closed ${code} ${reason}`),
      resume: () => void this.log.push("resume"),
    };
    setImmediate(() => this.start(sink!));
    return session as never;
  }
}

async function start(gateway: FakeGateway, limits: Partial<typeof LIMITS> = {}): Promise<Server> {
  const server = await startServer({
    gateway,
    address: "127.0.0.1",
    port: 0,
    limits: { ...LIMITS, drain_timeout_secs: 0.1, ...limits },
    random: (size) => new Uint8Array(size),
    now: () => 0,
  });
  cleanups.push(() => server.stop());
  return server;
}

function connect({ port }: Server, target = `${PATH}?key=${KEY}`, protocols: string[] = []): WebSocket {
  const web = new WebSocket(`ws://127.0.0.1:${port}${target}`, protocols, { perMessageDeflate: false });
  web.on("error", () => undefined);
  cleanups.push(() => web.terminate());
  return web;
}

async function refusal(web: WebSocket): Promise<number | undefined> {
  const [, response] = (await once(web, "unexpected-response")) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

const until = (gateway: SocketGateway, entry: string) =>
  eventually(() => expect(gateway.log).toContain(entry));

describe("a WebSocket that passes through", () => {
  it("is opened when the session accepts it, with its subprotocol and headers, and passes messages", async () => {
    const gateway = new SocketGateway();
    gateway.start = (sink) => void sink.accept("realtime", ["x-abp-run-id", "run-1"]);
    const server = await start(gateway);
    const web = connect(server, `${PATH}?key=${KEY}`, ["realtime", "openai-beta.realtime-v1"]);
    const opened = once(web, "open");
    const [response] = (await once(web, "upgrade")) as [{ headers: Record<string, string> }];
    await opened;
    expect(response.headers["x-abp-run-id"]).toBe("run-1");
    expect(web.protocol).toBe("realtime");
    expect(server.counts()).toMatchObject({ sockets: 1, calls: 1 });
    web.send("hello");
    web.send(Buffer.from("bytes"));
    await until(gateway, "binary bytes");
    const got: string[] = [];
    web.on("message", (data, isBinary) => got.push(`${isBinary} ${String(data)}`));
    gateway.sinks[0]!.send(Buffer.from("a"), false);
    gateway.sinks[0]!.send(Buffer.from("b"), true);
    await eventually(() => expect(got).toEqual(["false a", "true b"]));
    web.close(4005, "enough");
    await until(gateway, "closed 4005 enough");
    expect(gateway.log).toEqual(["text hello", "binary bytes", "closed 4005 enough"]);
    await eventually(() => expect(server.counts()).toMatchObject({ sockets: 0, calls: 0 }));
  });

  it("is closed with the code of the session", async () => {
    const gateway = new SocketGateway();
    const web = connect(await start(gateway));
    await once(web, "open");
    gateway.sinks[0]!.close(4002, "x".repeat(500));
    const [code, reason] = (await once(web, "close")) as [number, Buffer];
    expect([code, reason.toString()]).toEqual([4002, "x".repeat(40)]);
    const other = connect(await start(gateway));
    await once(other, "open");
    gateway.sinks[1]!.close(undefined, "");
    expect((await once(other, "close"))[0]).toBe(1005);
  });

  it("tells of a caller that broke off, before and after it was accepted", async () => {
    const gateway = new SocketGateway();
    const server = await start(gateway);
    const web = connect(server);
    await once(web, "open");
    web.terminate();
    await until(gateway, "closed 1006 ");
    gateway.start = (sink) => {
      gateway.sinks[1]!.break();
      early.terminate();
      setTimeout(() => gateway.log.push(`accepted ${sink.accept("", [])}`), 100);
    };
    const early = connect(server);
    await until(gateway, "accepted false");
  });

  it("makes a caller wait that sends too fast, until the session takes more", async () => {
    const gateway = new SocketGateway();
    gateway.wantsMore = false;
    const web = connect(await start(gateway));
    await once(web, "open");
    web.send("one");
    await until(gateway, "text one");
    web.send("two");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(gateway.log).not.toContain("text two");
    gateway.sinks[0]!.takeMore();
    await until(gateway, "text two");
  });

  it("makes the engine wait for a caller that does not read", async () => {
    const gateway = new SocketGateway();
    const web = connect(await start(gateway));
    await once(web, "open");
    web.pause();
    // The operating system's buffers take some; then the session has to pause, and not to resume.
    let isStuck = false;
    for (let sent = 0; sent < 1000 && !isStuck; sent += 1) {
      const resumed = gateway.log.length;
      if (gateway.sinks[0]!.send(Buffer.alloc(100_000), true)) continue;
      await new Promise((resolve) => setTimeout(resolve, 100));
      isStuck = gateway.log.length === resumed;
    }
    expect(isStuck).toBe(true);
    const before = gateway.log.length;
    web.resume();
    await eventually(() => expect(gateway.log.slice(before)).toContain("resume"));
  });

  it("is left when the daemon stops", async () => {
    const gateway = new SocketGateway();
    const server = await start(gateway);
    const web = connect(server);
    await once(web, "open");
    const closed = once(web, "close");
    await server.stop();
    await closed;
    expect(gateway.log[0]).toBe("leave shutting_down");
  });
});

describe("a WebSocket that is refused", () => {
  it("gets the answer of the session, and gives its slot back", async () => {
    const gateway = new SocketGateway();
    const answer: PlainResponse = { status: 429, headers: ["content-type", "application/json"], body: "{}" };
    gateway.start = (sink) => sink.refuse(answer);
    const server = await start(gateway);
    expect(await refusal(connect(server))).toBe(429);
    await eventually(() => expect(server.counts()).toMatchObject({ sockets: 0, calls: 0 }));
  });

  it("is one without a key, above the limit of its key, or whose session throws", async () => {
    const gateway = new SocketGateway();
    const server = await start(gateway);
    expect(await refusal(connect(server, PATH))).toBe(401);
    gateway.maxConcurrent = 1;
    await once(connect(server), "open");
    expect(await refusal(connect(server))).toBe(429);
    const throwing = new SocketGateway();
    throwing.session = () => {
      throw new AbpError("route_not_found", "no");
    };
    const other = await start(throwing);
    expect(await refusal(connect(other))).toBe(404);
    await eventually(() => expect(other.counts()).toMatchObject({ sockets: 0, calls: 0 }));
  });

  it("is one at a path that has none, or with a handshake that is wrong", async () => {
    const gateway = new SocketGateway();
    const server = await start(gateway);
    expect(await refusal(connect(server, `/v1/messages?key=${KEY}`))).toBe(404);
    const answer = await fetch(`${server.url}/v1/models?key=${KEY}`);
    expect(answer.status).toBe(200);
    expect(gateway.sinks).toEqual([]);
  });

  it("does not keep the Responses API from being served", async () => {
    const web = connect(await start(new SocketGateway()), `/v1/responses?key=${KEY}`);
    await once(web, "open");
  });
});
