import { randomBytes } from "node:crypto";
import { Agent, request as httpRequest } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { FakeGateway, KEY, LIMITS } from "../../../test/server/fake-gateway.ts";
import { exchangeRaw, open, post } from "../../../test/server/raw-client.ts";
import { AbpError } from "../../contract/index.ts";
import type { HttpLimits } from "../context/server-context.ts";
import { type Server, startServer } from "./server.ts";

const servers: Server[] = [];

afterEach(async () => {
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

describe("a call", () => {
  it("reaches the gateway with its head as it came and its body whole, and its answer comes back", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const { text } = await exchangeRaw(port, post('{"a":1}', ["X-Mixed-Case: ä"]));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toContain('{"bytes":7}');
    expect(gateway.calls[0]!.body.toString()).toBe('{"a":1}');
    expect(gateway.calls[0]!.head).toMatchObject({ method: "POST", target: "/v1/messages" });
    expect(gateway.calls[0]!.head.headers).toContain("X-Mixed-Case");
  });

  it("takes a chunked body in many pieces", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const head = post("", ["Transfer-Encoding: chunked"]).replace("Content-Length: 0\r\n", "");
    const { statuses } = await exchangeRaw(port, `${head}3\r\nabc\r\n4;ext=1\r\ndefg\r\n0\r\n\r\n`);
    expect(statuses).toEqual([200]);
    expect(gateway.calls[0]!.body.toString()).toBe("abcdefg");
  });

  it("keeps the connection for the next call", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 3; count += 1) {
      await new Promise<void>((resolve, reject) => {
        const call = httpRequest(
          {
            agent,
            port: server.port,
            method: "POST",
            path: "/v1/messages",
            headers: { "x-api-key": KEY, "content-type": "application/json" },
          },
          (response) => response.resume().on("end", resolve),
        );
        call.on("error", reject);
        call.end("{}");
      });
    }
    expect(server.counts()).toMatchObject({ connections: 1, calls: 0 });
    agent.destroy();
  });

  it("is answered by the gateway's own routes, and otherwise admitted without a body", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const get = (target: string): string =>
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${KEY}\r\n\r\n`;
    expect((await exchangeRaw(port, get("/v1/own"))).text).toContain("own");
    expect((await exchangeRaw(port, get("/v1/models"))).text).toContain('{"bytes":0}');
  });

  it("of the gateway's own routes that fails gets a 500, and one whose caller has left is not admitted", async () => {
    const gateway = new FakeGateway();
    const server = await start(gateway);
    const get = `GET /v1/models HTTP/1.1\r\nHost: localhost\r\nx-api-key: ${KEY}\r\n\r\n`;
    gateway.own = () => Promise.reject(new Error("no store"));
    expect((await exchangeRaw(server.port, get)).statuses).toEqual([500]);
    const own = Promise.withResolvers<undefined>();
    let isAsked = false;
    gateway.own = () => {
      isAsked = true;
      return own.promise;
    };
    const socket = await open(server.port);
    socket.write(get);
    await until(() => isAsked);
    socket.destroy();
    await until(() => server.counts().connections === 0);
    own.resolve(undefined);
    await own.promise;
    expect([gateway.admitted, server.counts().calls]).toEqual([0, 0]);
  });

  it("on an IPv6 address has a URL with brackets", async () => {
    const server = await startServer({
      gateway: new FakeGateway(),
      address: "::1",
      port: 0,
      limits: LIMITS,
      random: randomBytes,
      now: Date.now,
    });
    servers.push(server);
    expect(server.url).toBe(`http://[::1]:${server.port}`);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/v1/own`, { method: "PUT", body: "x" })).status).toBe(400);
  });

  it("that makes the gateway throw gets a plain failure without the cause's words (G27)", async () => {
    const gateway = new FakeGateway();
    gateway.answer = () => {
      throw new Error("secret path /home/x");
    };
    const { port } = await start(gateway);
    const { statuses, text } = await exchangeRaw(port, post("{}"));
    expect(statuses).toEqual([500]);
    expect(text).not.toContain("/home/x");
  });

  it("whose answer is broken off does not look whole", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => {
      sink.head(200, ["content-type", "text/event-stream"]);
      sink.write("data: 1\n\n");
      setTimeout(() => sink.break(), 20);
    };
    const { port } = await start(gateway);
    const { text, isClosed } = await exchangeRaw(port, post("{}"));
    expect(isClosed).toBe(true);
    expect(text).toContain("data: 1");
    expect(text).not.toContain("0\r\n\r\n");
    expect(gateway.calls[0]!.left).toBeUndefined();
  });

  it("gets its head at once when the answer is a stream", async () => {
    const gateway = new FakeGateway();
    gateway.answer = ({ sink }) => sink.head(200, ["content-type", "text/event-stream"]);
    const { port } = await start(gateway);
    expect((await exchangeRaw(port, post("{}"))).statuses).toEqual([200]);
  });
});

describe("what needs no key", () => {
  it("says that the daemon is there", async () => {
    const { port } = await start(new FakeGateway());
    const ask = (line: string) => exchangeRaw(port, `${line} HTTP/1.1\r\nHost: 10.1.2.3\r\n\r\n`);
    expect((await ask("GET /healthz")).text).toContain('{"status":"ok"}');
    expect((await ask("GET /readyz")).text).toContain('{"status":"ready"}');
    expect((await ask("HEAD /")).text).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
    expect((await ask("GET /")).text).toContain("agent-backplane\n");
  });
});

describe("limits", () => {
  it("G08: a declared body over the limit is refused before it is read", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const head = post("", ["Connection: keep-alive"]).replace("Content-Length: 0", "Content-Length: 65537");
    const { statuses } = await exchangeRaw(port, head);
    expect(statuses).toEqual([413]);
    expect(gateway.calls).toEqual([]);
  });

  it("G08: a body of exactly the limit is taken, one byte more is not", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    expect((await exchangeRaw(port, post("x".repeat(65_536)))).statuses).toEqual([200]);
    expect((await exchangeRaw(port, post("x".repeat(65_537)))).statuses).toEqual([413]);
    expect(gateway.calls).toHaveLength(1);
  });

  it("G08: an endless chunked body is refused once it is over the limit, and the refusal arrives", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const socket = await open(port);
    let text = "";
    let isClosed = false;
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      isClosed = true;
    });
    socket.write(post("", ["Transfer-Encoding: chunked"]).replace("Content-Length: 0\r\n", ""));
    const piece = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    const timer = setInterval(() => !isClosed && socket.write(piece), 1);
    await until(() => isClosed);
    clearInterval(timer);
    expect(text).toContain("413");
    expect(text).toContain("input_too_large");
    expect(gateway.calls).toEqual([]);
  });

  it("G08: a refusal is not lost when the caller reads only after it has sent", async () => {
    const { port } = await start(new FakeGateway());
    const socket = await open(port);
    socket.on("error", () => undefined);
    socket.pause();
    socket.write(post("x".repeat(600_000)).slice(0, -100_000));
    for (let count = 0; count < 5; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (!socket.destroyed) socket.write("x".repeat(1000));
    }
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
    });
    socket.resume();
    await until(() => text.includes("input_too_large"));
    socket.destroy();
  });

  it.each(["gzip", "br", "gzip, gzip", "deflate", "zstd"])(
    "G08: a body in the content encoding %s is refused unread",
    async (encoding) => {
      const gateway = new FakeGateway();
      const { port } = await start(gateway);
      const { statuses } = await exchangeRaw(port, post("{}", [`Content-Encoding: ${encoding}`]));
      expect(statuses).toEqual([415]);
      expect(gateway.calls).toEqual([]);
    },
  );

  it("a key with all its calls under way has to wait, and its slot comes back", async () => {
    const gateway = new FakeGateway();
    gateway.maxConcurrent = 1;
    gateway.answer = () => undefined;
    const server = await start(gateway);
    const first = await open(server.port);
    first.write(post("{}"));
    const call = await gateway.called(1);
    const { statuses, text } = await exchangeRaw(server.port, post("{}"));
    expect(statuses).toEqual([429]);
    expect(text).toContain("too_many_calls");
    call.sink.head(200, []);
    call.sink.end();
    await until(() => server.counts().calls === 0);
    gateway.answer = ({ sink }) => {
      sink.head(200, []);
      sink.end();
    };
    expect((await exchangeRaw(server.port, post("{}"))).statuses).toEqual([200]);
    first.destroy();
  });

  it("a caller without a key never makes us ask for its body", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const request = post("{}", ["Expect: 100-continue"], "/v1/messages", null);
    const { statuses, isClosed } = await exchangeRaw(port, request.slice(0, -2));
    expect(statuses).toEqual([401]);
    expect(isClosed).toBe(true);
    const admitted = await exchangeRaw(port, post("{}", ["Expect: 100-continue"]));
    expect(admitted.statuses).toEqual([100, 200]);
  });

  it("connections over the limit are closed", async () => {
    const server = await start(new FakeGateway(), { max_connections: 2 });
    const sockets = [await open(server.port), await open(server.port)];
    await until(() => server.counts().connections === 2);
    expect((await exchangeRaw(server.port, post("{}"))).isClosed).toBe(true);
    for (const socket of sockets) socket.destroy();
  });

  it("a server that cannot listen says where", async () => {
    const { port } = await start(new FakeGateway());
    const second = startServer({
      gateway: new FakeGateway(),
      address: "127.0.0.1",
      port,
      limits: LIMITS,
      random: randomBytes,
      now: Date.now,
    });
    await expect(second).rejects.toSatisfy((error) => AbpError.is(error) && error.code === "config_invalid");
  });
});

describe("G06: headers that claim to come from a proxy or from us", () => {
  const plain = ["X-Forwarded-For: 1.2.3.4", "X-Forwarded-Host: evil.example", "X-Original-URL: /admin"];
  const ours = [
    "x-abp-tenant: other",
    "x-http-method-override: DELETE",
    "Connection: x-api-key",
    "TE: trailers",
  ];

  it.each([...plain, ...ours])("%s does not change where a call goes", async (header) => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    expect((await exchangeRaw(port, post("{}", [header]))).statuses).toEqual([200]);
    expect(gateway.calls[0]!.head).toMatchObject({ method: "POST", target: "/v1/messages" });
  });

  it("a name with an underscore is left out, and one that imitates another header is refused", async () => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    expect((await exchangeRaw(port, post("{}", ["session_id: 1"]))).statuses).toEqual([200]);
    expect(gateway.calls[0]!.head.headers).not.toContain("session_id");
    for (const name of ["x_abp_key", "content_length", "transfer_encoding", "x_forwarded_for", "x_api_key"]) {
      expect((await exchangeRaw(port, post("{}", [`${name}: 1`]))).statuses).toEqual([400]);
    }
    expect(gateway.calls).toHaveLength(1);
  });
});

describe("G14: who may call from where", () => {
  const call = (host: string, more: readonly string[] = []): string =>
    post("{}", more).replace("Host: 127.0.0.1", `Host: ${host}`);

  it.each([
    "127.0.0.1",
    "127.0.0.1:8088",
    "localhost",
    "LOCALHOST:1",
    "abp.example",
    "[::1]:8088",
    "localhost.",
  ])("the host %s is served", async (host) => {
    const { port } = await start(new FakeGateway());
    expect((await exchangeRaw(port, call(host))).statuses).toEqual([200]);
  });

  it.each(["attacker.example", "127.0.0.1.attacker.example", "169.254.169.254", "localhost.evil", "[::2]"])(
    "the host %s is not",
    async (host) => {
      const gateway = new FakeGateway();
      const { port } = await start(gateway);
      const { statuses, text } = await exchangeRaw(port, call(host));
      expect(statuses).toEqual([403]);
      expect(text).not.toContain(host);
      expect(gateway.admitted).toBe(0);
    },
  );

  it.each([
    "null",
    "https://evil.example",
    "http://localhost.evil.example",
    "file://",
    "chrome-extension://a",
    "x",
  ])("a page of the origin %s is refused, even with the key", async (origin) => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    expect((await exchangeRaw(port, call("127.0.0.1", [`Origin: ${origin}`]))).statuses).toEqual([403]);
    expect(gateway.admitted).toBe(0);
  });

  it("a page of our own origin is served, and nobody is given CORS headers", async () => {
    const { port } = await start(new FakeGateway());
    const { statuses, text } = await exchangeRaw(port, call("localhost", ["Origin: http://localhost:3000"]));
    expect(statuses).toEqual([200]);
    expect(text.toLowerCase()).not.toContain("access-control");
    const preflight = await exchangeRaw(
      port,
      "OPTIONS /v1/messages HTTP/1.1\r\nHost: localhost\r\nAccess-Control-Request-Method: POST\r\n\r\n",
    );
    expect(preflight.statuses).toEqual([405]);
    expect(preflight.text.toLowerCase()).not.toContain("access-control");
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=a",
    "application/jsonp",
    "text/json-not",
    "",
  ])("a body of the type %j is refused", async (type) => {
    const gateway = new FakeGateway();
    const { port } = await start(gateway);
    const request = post("{}").replace("Content-Type: application/json", `Content-Type: ${type}`);
    expect((await exchangeRaw(port, request)).statuses).toEqual([415]);
    const absent = post("{}").replace("Content-Type: application/json\r\n", "");
    expect((await exchangeRaw(port, absent)).statuses).toEqual([415]);
    expect(gateway.calls).toEqual([]);
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.api+json"])(
    "a body of the type %s is taken",
    async (type) => {
      const { port } = await start(new FakeGateway());
      const request = post("{}").replace("Content-Type: application/json", `Content-Type: ${type}`);
      expect((await exchangeRaw(port, request)).statuses).toEqual([200]);
    },
  );
});
