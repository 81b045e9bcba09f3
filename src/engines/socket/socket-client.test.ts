import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { eventually } from "../../../test/eventually.ts";
import type { AbpError } from "../../contract/index.ts";
import type { Engine } from "../engine.ts";
import type { EngineSettings } from "../engine-settings.ts";
import type { SocketHandler, SocketRequest } from "../engine-socket.ts";
import { defaultSettings } from "../fixtures/loopback.ts";
import { openEngines } from "../open-engines.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

/** A vendor on this machine that takes WebSockets, or refuses each with an HTTP answer. */
async function startVendor(options: { refusal?: string } = {}) {
  const requests: IncomingMessage[] = [];
  const sockets: WebSocket[] = [];
  const http = createServer();
  const server = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  http.on("upgrade", (request, socket, head) => {
    requests.push(request);
    if (options.refusal !== undefined) socket.end(options.refusal);
    else server.handleUpgrade(request, socket, head, (web) => void sockets.push(web));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  cleanups.push(() => {
    for (const web of sockets) web.terminate();
    return new Promise<void>((resolve) => void http.close(() => resolve()));
  });
  return { requests, sockets, port };
}

function openEngine(port: number, own: Partial<EngineSettings> = {}): Engine {
  const engines = openEngines(
    {
      e: defaultSettings({
        dialect: "openai",
        base_url: `http://127.0.0.1:${port}/v1`,
        api_key: "engine-key-1",
        ...own,
      }),
    },
    { env: {} },
  );
  cleanups.push(() => engines.close());
  return engines.get("e");
}

class Recorder implements SocketHandler {
  readonly log: string[] = [];
  error: AbpError | undefined;
  wantsMore = true;

  onOpen(protocol: string): void {
    this.log.push(`open ${protocol}`);
  }

  onMessage(data: Buffer, isBinary: boolean): boolean {
    this.log.push(`${isBinary ? "binary" : "text"} ${data.length > 20 ? data.length : data.toString()}`);
    return this.wantsMore;
  }

  onDrain(): void {
    this.log.push("drain");
  }

  onClose(code: number, reason: string): void {
    this.log.push(`close ${code} ${reason}`);
  }

  onRefused(status: number, _headers: readonly string[], body: Buffer): void {
    this.log.push(`refused ${status} ${body.toString()}`);
  }

  onFailure(error: AbpError): void {
    this.error = error;
    this.log.push(`failure ${error.code}`);
  }
}

function connect(engine: Engine, more: Partial<SocketRequest> = {}) {
  const handler = new Recorder();
  const socket = engine.connect!(
    {
      path: "/v1/realtime?model=m",
      headers: ["x-test", "1"],
      protocols: [],
      maxMessageBytes: 1 << 20,
      ...more,
    },
    handler,
  );
  cleanups.push(() => socket.abort());
  const until = (entry: string) => eventually(() => expect(handler.log).toContain(entry));
  return { handler, socket, until };
}

describe("a WebSocket to an engine", () => {
  it("carries the engine's credential and passes messages of both kinds in both directions", async () => {
    const vendor = await startVendor();
    const { handler, socket, until } = connect(openEngine(vendor.port), { protocols: ["realtime", "x.v1"] });
    await until("open realtime");
    const { headers, url } = vendor.requests[0]!;
    expect(url).toBe("/v1/realtime?model=m");
    expect(headers).toMatchObject({
      authorization: "Bearer engine-key-1",
      "x-test": "1",
      "sec-websocket-protocol": "realtime,x.v1",
    });
    expect(headers["sec-websocket-extensions"]).toBeUndefined();
    const [web] = vendor.sockets;
    const got: string[] = [];
    web!.on("message", (data, isBinary) => got.push(`${isBinary} ${String(data)}`));
    expect(socket.send(Buffer.from("hello"), false)).toBe(true);
    socket.send(Buffer.from([1, 2]), true);
    await eventually(() => expect(got).toEqual(["false hello", "true \u0001\u0002"]));
    web!.send("text");
    web!.send(Buffer.from("bytes"));
    await until("binary bytes");
    web!.close(4001, "over");
    await until("close 4001 over");
    expect(handler.log).toEqual(["open realtime", "text text", "binary bytes", "close 4001 over"]);
  });

  it("sends close codes, and none if there is none", async () => {
    const vendor = await startVendor();
    const first = connect(openEngine(vendor.port));
    await first.until("open ");
    const codes: number[] = [];
    vendor.sockets[0]!.on("close", (code) => codes.push(code));
    first.socket.close(4000, "bye");
    await first.until("close 4000 bye");
    const second = connect(openEngine(vendor.port));
    await second.until("open ");
    vendor.sockets[1]!.on("close", (code) => codes.push(code));
    second.socket.close(undefined, "");
    await second.until("close 1005 ");
    expect(codes).toEqual([4000, 1005]);
  });

  it("passes the answer of a refused handshake on", async () => {
    const vendor = await startVendor({
      refusal: 'HTTP/1.1 429 Too Many\r\ncontent-length: 7\r\nconnection: close\r\n\r\n{"e":1}',
    });
    const { until } = connect(openEngine(vendor.port));
    await until('refused 429 {"e":1}');
  });

  it("fails if nobody listens", async () => {
    const vendor = await startVendor();
    const { port } = vendor;
    await cleanups.pop()!();
    const { handler, until } = connect(openEngine(port));
    await until("failure backend_unavailable");
    expect(handler.error?.message).not.toContain(String(port));
  });

  it("tells that an engine broke off", async () => {
    const vendor = await startVendor();
    const { until } = connect(openEngine(vendor.port));
    await until("open ");
    vendor.sockets[0]!.terminate();
    await until("close 1006 ");
  });

  it("makes the sender wait for an engine that does not read, and the engine for a reader that does not", async () => {
    const vendor = await startVendor();
    const { socket, handler, until } = connect(openEngine(vendor.port));
    await until("open ");
    const [web] = vendor.sockets;
    web!.pause();
    let sent = 0;
    while (socket.send(Buffer.alloc(100_000), true) && sent < 1000) {
      sent += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(sent).toBeLessThan(1000);
    expect(handler.log).not.toContain("drain");
    web!.resume();
    await until("drain");
    handler.wantsMore = false;
    web!.send("one");
    await until("text one");
    web!.send("two");
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(handler.log).not.toContain("text two");
    socket.resume();
    await until("text two");
  });

  it("closes a session with a message above the limit", async () => {
    const vendor = await startVendor();
    const { until } = connect(openEngine(vendor.port), { maxMessageBytes: 1000 });
    await until("open ");
    const closed = new Promise<number>((resolve) => vendor.sockets[0]!.on("close", resolve));
    vendor.sockets[0]!.send(Buffer.alloc(2000));
    expect(await closed).toBe(1009);
  });

  it("tells nothing after it was aborted", async () => {
    const vendor = await startVendor();
    const { socket, handler, until } = connect(openEngine(vendor.port));
    await until("open ");
    const closed = new Promise((resolve) => vendor.sockets[0]!.on("close", resolve));
    socket.abort();
    await closed;
    expect(handler.log).toEqual(["open "]);
    expect(socket.send(Buffer.from("x"), false)).toBe(false);
  });
});

describe("an engine that may not be connected to", () => {
  it("refuses at once: without a key, at a forbidden address, or with a path that leads out", () => {
    const noKey = openEngine(1, { credential: "caller", api_key: undefined });
    expect(() => connect(noKey)).toThrow(expect.objectContaining({ code: "credential_missing" }));
    const denied = openEngine(1, { base_url: "http://169.254.169.254/v1" });
    expect(() => connect(denied)).toThrow(expect.objectContaining({ code: "engine_address_denied" }));
    const plain = openEngine(1);
    expect(() => connect(plain, { path: "/../x" })).toThrow(
      expect.objectContaining({ code: "request_malformed" }),
    );
  });

  it("checks the addresses of a host name", async () => {
    const engines = openEngines(
      { e: defaultSettings({ dialect: "openai", base_url: "http://vendor.example:9/v1", api_key: "k" }) },
      {
        env: {},
        resolve: (_name, done) => done(null, [{ address: "127.0.0.1", family: 4 }]),
      },
    );
    cleanups.push(() => engines.close());
    const { until } = connect(engines.get("e"));
    await until("failure engine_address_denied");
  });

  it("gets the caller's own credential if it uses such", async () => {
    const vendor = await startVendor();
    const engine = openEngine(vendor.port, { credential: "caller", api_key: undefined });
    const { until } = connect(engine, { callerCredential: "theirs" });
    await until("open ");
    expect(vendor.requests[0]!.headers.authorization).toBe("Bearer theirs");
  });
});
