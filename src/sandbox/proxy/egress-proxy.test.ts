import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, request } from "node:http";
import { connect, createServer, Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openPolicy, type PolicyDecisionRecord, type PolicyProfile } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import { EgressProxy, type EgressProxyOptions } from "./egress-proxy.ts";
import { listen, watched } from "./fixtures/sockets.ts";

interface Setting {
  readonly profile?: Partial<PolicyProfile>;
  readonly options?: Partial<EgressProxyOptions>;
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
}

const proxies: EgressProxy[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const proxy of proxies.splice(0)) proxy.close();
});

/** A proxy for which every name leads to this machine, unless the setting says otherwise. */
async function openProxy({ profile, options, addresses = {} }: Setting = {}) {
  const decisions: PolicyDecisionRecord[] = [];
  const resolved: string[] = [];
  const proxy = new EgressProxy({
    policy: compilePolicy({ ...openPolicy(), allow_network: ["allowed.test", "127.0.0.1"], ...profile }),
    onDecision: (record) => decisions.push(record),
    now: () => new Date(0),
    resolve: (name) => {
      resolved.push(name);
      return Promise.resolve(addresses[name] ?? ["127.0.0.1"]);
    },
    ...options,
  });
  const server = createServer();
  const port = await listen(server);
  proxy.serve(server);
  proxies.push(proxy);
  return { port, decisions, resolved, proxy, server };
}

async function open(port: number): Promise<Socket> {
  const socket = watched(connect(port, "127.0.0.1"));
  await once(socket, "connect");
  return socket;
}

/** Sends bytes and returns what comes back first; empty at the end of the connection. */
async function exchange(socket: Socket, bytes: string | Buffer): Promise<Buffer> {
  socket.write(bytes);
  return nextBytes(socket);
}

function nextBytes(socket: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    socket.once("data", resolve).once("close", () => resolve(Buffer.alloc(0)));
  });
}

async function openTunnel(port: number, target: string): Promise<{ socket: Socket; answer: string }> {
  const socket = await open(port);
  const answer = await exchange(socket, `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
  return { socket, answer: answer.toString("latin1") };
}

function get(port: number, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port, path, headers, agent: false },
      async (answer: IncomingMessage) => {
        let body = "";
        for await (const chunk of answer) body += chunk;
        resolve({ status: answer.statusCode!, body });
      },
    );
    call.once("error", reject);
    call.end();
  });
}

let hosts: string[];
let webPort: number;
let echoPort: number;
let received: Buffer[];
let connections: number;
let ended: number;

beforeEach(async () => {
  hosts = [];
  received = [];
  connections = 0;
  ended = 0;
  webPort = await listen(
    createHttpServer((incoming, answer) => {
      hosts.push(incoming.headers.host ?? "");
      answer.end(`${incoming.method} ${incoming.url}`);
    }),
  );
  echoPort = await listen(
    createServer((socket) => {
      connections += 1;
      socket.on("close", () => {
        ended += 1;
      });
      socket.on("data", (chunk) => {
        received.push(chunk);
        socket.write(chunk);
      });
    }),
  );
});

describe("plain HTTP through the proxy", () => {
  it("goes to the host of the request line, whatever the Host header says", async () => {
    const { port, decisions } = await openProxy();
    const answer = await get(port, `http://allowed.test:${webPort}/a?b=1`, { host: "other.test" });
    expect(answer).toEqual({ status: 200, body: "GET /a?b=1" });
    expect(hosts).toEqual([`allowed.test:${webPort}`]);
    expect(decisions.map(({ verdict, subject }) => [verdict, subject])).toEqual([
      ["allowed", `allowed.test:${webPort}`],
    ]);
  });

  it("P18 is decided again for each request on a kept connection", async () => {
    const { port, decisions } = await openProxy();
    const socket = await open(port);
    const ask = (host: string) => `GET http://${host}:${webPort}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    expect((await exchange(socket, ask("allowed.test"))).toString()).toContain("HTTP/1.1 200");
    expect((await exchange(socket, ask("denied.test"))).toString()).toContain("HTTP/1.1 403");
    expect(decisions.at(-1)).toMatchObject({
      verdict: "denied",
      subject: `denied.test:${webPort}`,
      rule: "network.not_in_allowlist",
      operation: "connect",
    });
    expect(hosts).toHaveLength(1);
  });

  it("P18 of a redirect is a new request, which is decided by its own host", async () => {
    const moved = await listen(
      createHttpServer((_, answer) => {
        answer.writeHead(302, { location: `http://denied.test:${webPort}/` });
        answer.end();
      }),
    );
    const { port } = await openProxy();
    expect((await get(port, `http://allowed.test:${moved}/`)).status).toBe(302);
    expect((await get(port, `http://denied.test:${webPort}/`)).status).toBe(403);
  });

  it.each(["/", "https://allowed.test/", "ftp://allowed.test/", "http://a@allowed.test/", "http://:80/"])(
    "is refused for %s",
    async (target) => {
      const { port } = await openProxy();
      expect((await get(port, target)).status).toBe(403);
    },
  );

  it("refuses to change to another protocol than WebSocket", async () => {
    const { port } = await openProxy();
    const socket = await open(port);
    const head = `GET http://allowed.test:${webPort}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`;
    expect((await exchange(socket, head)).toString()).toContain("HTTP/1.1 403");
  });

  it("passes a WebSocket on", async () => {
    const server = createHttpServer();
    server.on("upgrade", (incoming, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: ${incoming.headers.upgrade}\r\nConnection: Upgrade\r\n\r\n`,
      );
      socket.pipe(socket);
    });
    const target = await listen(server);
    const { port } = await openProxy();
    const socket = await open(port);
    const head = `GET http://allowed.test:${target}/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect((await exchange(socket, head)).toString()).toContain("HTTP/1.1 101");
    expect((await exchange(socket, "hello")).toString()).toBe("hello");
  });

  it("refuses headers that are too large", async () => {
    const { port } = await openProxy();
    const answer = await get(port, `http://allowed.test:${webPort}/`, { x: "y".repeat(20_000) });
    expect(answer.status).toBe(431);
  });

  it("says so when the host cannot be resolved or reached", async () => {
    const { port, decisions } = await openProxy({
      options: { resolve: () => Promise.reject(new Error("no")) },
    });
    expect(await get(port, "http://allowed.test/")).toMatchObject({
      status: 502,
      body: "allowed.test:80 cannot be resolved: failed (network.unresolved)\n",
    });
    expect(decisions).toEqual([]);
    const { port: other } = await openProxy();
    expect((await get(other, "http://127.0.0.1:1/")).status).toBe(502);
  });
});

describe("tunnels through the proxy", () => {
  it("P18 carry TLS for the name that was asked for, and for no other", async () => {
    for (const [servername, isCarried] of [
      ["allowed.test", true],
      ["ALLOWED.test", true],
      ["other.test", false],
      ["", false],
    ] as const) {
      // A server of its own: what an earlier connection sends late does not count here.
      const carried: Buffer[] = [];
      const target = await listen(
        createServer((socket) =>
          socket.on("data", (chunk) => carried.push(chunk)).on("error", () => undefined),
        ),
      );
      const { port, decisions } = await openProxy();
      const { socket, answer } = await openTunnel(port, `allowed.test:${target}`);
      expect(answer).toContain("200");
      const closed = once(socket, "close");
      const tls = connectTls({ socket, servername, checkServerIdentity: () => undefined });
      tls.on("error", () => tls.destroy());
      if (isCarried) {
        await eventually(() => expect(carried.length).toBeGreaterThan(0));
        tls.destroy();
      } else {
        await closed;
        expect(carried).toEqual([]);
        expect(decisions.at(-1)?.rule).toBe("network.server_name_mismatch");
      }
    }
  });

  it("P18 to an address carry TLS without a name", async () => {
    const { port } = await openProxy();
    const { socket } = await openTunnel(port, `127.0.0.1:${echoPort}`);
    connectTls({ socket, servername: "" }).on("error", () => undefined);
    await eventually(() => expect(received.length).toBeGreaterThan(0));
  });

  it("P18 of plain HTTP are checked request by request", async () => {
    const { port, decisions } = await openProxy();
    const { socket } = await openTunnel(port, `allowed.test:${webPort}`);
    const ask = (host: string) => `GET /x HTTP/1.1\r\nHost: ${host}:${webPort}\r\n\r\n`;
    expect((await exchange(socket, ask("allowed.test"))).toString()).toContain("HTTP/1.1 200");
    expect((await exchange(socket, ask("other.test"))).toString()).toContain("HTTP/1.1 403");
    expect(decisions.at(-1)?.rule).toBe("network.host_mismatch");
    expect(hosts).toHaveLength(1);
  });

  it("P18 need a rule for their port", async () => {
    const { port, decisions } = await openProxy({
      profile: { allow_network: ["allowed.test:443", "127.0.0.1"] },
    });
    const { answer } = await openTunnel(port, `allowed.test:${echoPort}`);
    expect(answer).toContain("403 Forbidden");
    expect(decisions.at(-1)).toMatchObject({ verdict: "denied", rule: "network.not_in_allowlist" });
  });

  it("carry other protocols both ways, also if the server speaks first", async () => {
    const greeter = await listen(createServer((socket) => void socket.end("220 hello\r\n")));
    const { port } = await openProxy();
    const { socket, answer } = await openTunnel(port, `allowed.test:${greeter}`);
    const greeting = answer.includes("220 hello") ? "" : (await nextBytes(socket)).toString();
    expect(answer + greeting).toContain("220 hello\r\n");
    const second = await openTunnel(port, `allowed.test:${echoPort}`);
    expect((await exchange(second.socket, "\x01binary")).toString()).toBe("\x01binary");
  });

  it("are refused for a target without a port", async () => {
    const { port } = await openProxy();
    expect((await openTunnel(port, "allowed.test")).answer).toContain("400");
  });
});

describe("SOCKS through the proxy", () => {
  const wish = (name: Buffer, target: number, command = 1) =>
    Buffer.concat([
      Buffer.from([5, command, 0, 3, name.length]),
      name,
      Buffer.from([target >> 8, target & 255]),
    ]);

  async function greet(port: number): Promise<Socket> {
    const socket = await open(port);
    expect([...(await exchange(socket, Buffer.from([5, 2, 2, 0])))]).toEqual([5, 0]);
    return socket;
  }

  it("connects to a permitted name", async () => {
    const { port, resolved } = await openProxy();
    const socket = await greet(port);
    expect((await exchange(socket, wish(Buffer.from("allowed.test"), echoPort)))[1]).toBe(0);
    expect((await exchange(socket, "\x00ping")).toString()).toBe("\x00ping");
    expect(resolved).toEqual(["allowed.test"]);
  });

  it.each([
    "denied.test\0.allowed.test",
    "allowed.test\0",
    "allowed_x.test",
    "allowed.test ",
    "ällowed.test",
    "%61llowed.test",
  ])("P16 refuses the name %j and looks nothing up", async (name) => {
    const { port, decisions, resolved } = await openProxy({ profile: { allow_network: ["*"] } });
    const socket = await greet(port);
    expect((await exchange(socket, wish(Buffer.from(name, "latin1"), echoPort)))[1]).toBe(2);
    expect(decisions).toMatchObject([{ verdict: "denied", rule: "network.malformed_host" }]);
    expect(decisions[0]!.subject).toMatch(/^[!-~]+$/);
    expect(resolved).toEqual([]);
  });

  it("reads addresses of both families", async () => {
    const { port, decisions } = await openProxy();
    const socket = await greet(port);
    const four = Buffer.from([5, 1, 0, 1, 10, 0, 0, 1, 0, 80]);
    expect((await exchange(socket, four))[1]).toBe(2);
    const other = await greet(port);
    const six = Buffer.concat([Buffer.from([5, 1, 0, 4, 0xfd]), Buffer.alloc(14), Buffer.from([1, 0, 80])]);
    expect((await exchange(other, six))[1]).toBe(2);
    expect(decisions.map(({ subject }) => subject)).toEqual(["10.0.0.1:80", "[fd00::1]:80"]);
  });

  it("refuses other commands, address types and methods", async () => {
    const { port } = await openProxy();
    expect((await exchange(await greet(port), wish(Buffer.from("allowed.test"), echoPort, 2)))[1]).toBe(7);
    expect((await exchange(await greet(port), Buffer.from([5, 1, 0, 9, 0, 0])))[1]).toBe(8);
    expect([...(await exchange(await open(port), Buffer.from([5, 1, 2])))]).toEqual([5, 255]);
  });
});

describe("the decision on a destination", () => {
  it.each([
    ["10.0.0.1"],
    ["169.254.169.254"],
    ["192.168.1.1"],
    ["0.0.0.0"],
    ["::1"],
    ["fd00:ec2::254"],
    ["::ffff:127.0.0.1"],
    ["64:ff9b::7f00:1"],
  ])("P17 refuses a permitted name that leads to %s", async (address) => {
    const { port, decisions } = await openProxy({
      profile: { allow_network: ["*"] },
      addresses: { "allowed.test": [address] },
    });
    const { answer } = await openTunnel(port, `allowed.test:${echoPort}`);
    expect(answer).toContain("403");
    expect(decisions).toMatchObject([{ verdict: "denied", rule: "network.private_address" }]);
    expect(connections).toBe(0);
  });

  it("P17 refuses a name of which one address is not permitted", async () => {
    const { port } = await openProxy({ addresses: { "allowed.test": ["127.0.0.1", "10.0.0.1"] } });
    expect((await openTunnel(port, `allowed.test:${echoPort}`)).answer).toContain("403");
    expect(connections).toBe(0);
  });

  it("P17 looks a name up once for each connection, and only if the name is permitted", async () => {
    const { port, resolved } = await openProxy();
    await openTunnel(port, `allowed.test:${echoPort}`);
    await openTunnel(port, `data-to-steal.denied.test:${echoPort}`);
    expect(resolved).toEqual(["allowed.test"]);
  });

  it.each(["2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "localhost", "localhost.", "[::1]", "0"])(
    "P15 reads %s as this machine, which no rule names",
    async (host) => {
      const { port, decisions } = await openProxy({ profile: { allow_network: ["*"] } });
      expect((await openTunnel(port, `${host}:${echoPort}`)).answer).toContain("403");
      expect(decisions).toMatchObject([{ verdict: "denied", rule: "network.private_address" }]);
    },
  );

  it("P22 refuses our own daemon on this machine, unless it is the gateway of the run", async () => {
    const profile = { allow_network: ["*"] };
    const { port } = await openProxy({ profile });
    expect((await openTunnel(port, `127.0.0.1:${echoPort}`)).answer).toContain("403");
    const gateway = { host: "127.0.0.1", port: echoPort };
    const { port: other } = await openProxy({ profile, options: { gateway } });
    expect((await openTunnel(other, `127.0.0.1:${echoPort}`)).answer).toContain("200");
    expect((await openTunnel(other, `127.0.0.1:${webPort}`)).answer).toContain("403");
  });

  it("P24 records each denial and each exception once, with its rule", async () => {
    const { port, decisions } = await openProxy({ profile: { deny_network: ["bad.test"] } });
    for (const host of ["bad.test", "bad.test", "denied.test", "allowed.test", "allowed.test"]) {
      await openTunnel(port, `${host}:${echoPort}`);
    }
    expect(decisions.map(({ verdict, rule, pattern }) => [verdict, rule, pattern])).toEqual([
      ["denied", "deny_network[0]", "bad.test"],
      ["denied", "network.not_in_allowlist", undefined],
      ["allowed", "allow_network[0]", "allowed.test"],
    ]);
    expect(decisions[0]).toMatchObject({ ts: "1970-01-01T00:00:00.000Z", operation: "connect" });
  });
});

describe("the limits of the proxy", () => {
  it("P21 ends all connections once they carried too many bytes together, and records it", async () => {
    const { port, decisions } = await openProxy({ options: { maxBytes: 1000 } });
    const { socket } = await openTunnel(port, `allowed.test:${echoPort}`);
    const closed = once(socket, "close");
    socket.resume();
    socket.write(Buffer.alloc(2000, 1));
    await closed;
    expect(decisions.at(-1)).toMatchObject({ verdict: "denied", rule: "network.byte_budget" });
    const late = connect(port, "127.0.0.1");
    late.on("error", () => late.destroy());
    await once(late, "close");
  });

  it("slows a sender down while the receiver does not read", async () => {
    const stalled = await listen(createServer({ pauseOnConnect: true }));
    const { port } = await openProxy();
    const { socket } = await openTunnel(port, `allowed.test:${stalled}`);
    const chunk = Buffer.alloc(1024 * 1024, 1);
    for (let sent = 0; sent < 64; sent += 1) socket.write(chunk);
    await new Promise((done) => setTimeout(done, 300));
    expect(socket.writableLength).toBeGreaterThan(0);
  });

  it("gives a forwarded connection half-open ends, and closes it if the address cannot be reached", async () => {
    const late = await listen(
      createServer({ allowHalfOpen: true }, (socket) => {
        socket.resume().once("end", () => socket.end("after the end"));
      }),
    );
    const { proxy } = await openProxy();
    const [reached, unreached] = [createServer(), createServer()];
    proxy.forward(reached, { host: "127.0.0.1", port: late });
    proxy.forward(unreached, { host: "127.0.0.1", port: 1 });
    const socket = watched(connect({ port: await listen(reached), host: "127.0.0.1", allowHalfOpen: true }));
    socket.end("question");
    expect((await nextBytes(socket)).toString()).toBe("after the end");
    expect((await nextBytes(await open(await listen(unreached)))).length).toBe(0);
  });

  it("passes a forwarded socket on to one address", async () => {
    const { proxy } = await openProxy();
    const server = createServer();
    const port = await listen(server);
    proxy.forward(server, { host: "127.0.0.1", port: echoPort });
    expect((await exchange(await open(port), "hello")).toString()).toBe("hello");
  });

  it("closes every connection when it is closed", async () => {
    const { port, proxy } = await openProxy();
    const { socket } = await openTunnel(port, `allowed.test:${echoPort}`);
    const closed = once(socket, "close");
    proxy.close();
    await closed;
  });
});

describe("the clients of the proxy", () => {
  it("are closed if they say nothing for a minute, or end at once", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { port, server } = await openProxy();
    const arrived = once(server, "connection");
    const silent = await open(port);
    await arrived;
    await vi.advanceTimersByTimeAsync(59_999);
    expect(silent.readableEnded).toBe(false);
    const closed = once(silent.resume(), "close");
    await vi.advanceTimersByTimeAsync(1);
    await closed;
    const ending = await open(port);
    ending.resume().end();
    await once(ending, "close");
  });

  it("may send the first bytes of a tunnel together with the wish for it", async () => {
    const { port } = await openProxy();
    const socket = await open(port);
    const target = `allowed.test:${echoPort}`;
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n\x01early`);
    let all = "";
    socket.on("data", (chunk: Buffer) => {
      all += chunk.toString("latin1");
    });
    await eventually(() => expect(all).toBe("HTTP/1.1 200 Connection established\r\n\r\n\x01early"));
  });

  it("get the whole answer to a wish that cannot be read", async () => {
    const { port } = await openProxy();
    const { socket, answer } = await openTunnel(port, "allowed.test");
    expect(answer).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    if (!socket.closed) await once(socket, "close");
  });

  it("learn if a permitted host cannot be reached or resolved", async () => {
    const { port, decisions } = await openProxy();
    expect((await openTunnel(port, "127.0.0.1:1")).answer).toMatch(
      /^HTTP\/1.1 502 Bad Gateway[\s\S]*127.0.0.1 cannot be reached \(network.unreachable\)\n$/,
    );
    expect(decisions.filter(({ verdict }) => verdict === "denied")).toEqual([]);
    const socket = await open(port);
    await exchange(socket, Buffer.from([5, 1, 0]));
    expect([...(await exchange(socket, Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, 0, 1])))].slice(0, 2)).toEqual([
      5, 4,
    ]);
    if (!socket.closed) await once(socket, "close");
    const failing = await openProxy({ options: { resolve: () => Promise.reject(new Error("no")) } });
    expect((await openTunnel(failing.port, "allowed.test:80")).answer).toContain("(network.unresolved)");
  });

  it("that speak SOCKS wrongly are closed after the answer", async () => {
    const { port } = await openProxy();
    const socket = await open(port);
    expect([...(await exchange(socket, Buffer.from([5, 1, 2])))]).toEqual([5, 255]);
    if (!socket.closed) await once(socket, "close");
    const ending = await open(port);
    ending.resume().end(Buffer.from([5]));
    await once(ending, "close");
  });

  it("get no connection if they are gone when it is there", async () => {
    const answer = Promise.withResolvers<string[]>();
    const asked = Promise.withResolvers<void>();
    const { port, server } = await openProxy({
      options: {
        resolve: () => {
          asked.resolve();
          return answer.promise;
        },
      },
    });
    const arrived = once(server, "connection") as Promise<[Socket]>;
    const socket = await open(port);
    socket.write(`CONNECT allowed.test:${echoPort} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [near] = await arrived;
    await asked.promise;
    const closed = once(near, "close");
    near.destroy();
    await closed;
    answer.resolve(["127.0.0.1"]);
    await eventually(() => expect(connections).toBe(1));
    await eventually(() => expect(ended).toBe(1));
  });
});

describe("a kept request in a tunnel", () => {
  const ask = async (line: string, host: string | undefined, target = "allowed.test", more: Setting = {}) => {
    const { port, decisions } = await openProxy(more);
    const { socket } = await openTunnel(port, `${target}:${webPort}`);
    const header = host === undefined ? "" : `Host: ${host}\r\n`;
    const answer = (await exchange(socket, `GET ${line} HTTP/1.1\r\n${header}\r\n`)).toString();
    return { status: answer.split(" ")[1], denied: decisions.find(({ verdict }) => verdict === "denied") };
  };

  it("P18 is for the host and port of the tunnel, in any spelling", async () => {
    for (const host of [`allowed.test:${webPort}`, `ALLOWED.test.:${webPort}`, "allowed.test"])
      expect((await ask("/x", host)).status).toBe("200");
    expect(hosts).toEqual(Array(3).fill(`allowed.test:${webPort}`));
  });

  it("P18 is refused for another port, another host, none, or a request to a proxy", async () => {
    for (const [line, host] of [
      ["/x", "allowed.test:1"],
      ["/x", `other.test:${webPort}`],
      ["/x", undefined],
      [`http://allowed.test:${1}/x`, `allowed.test:${1}`],
      ["http://other.test/", "allowed.test"],
    ] as const) {
      const { status, denied } = await ask(line, host);
      const subject = `allowed.test:${webPort}`;
      expect([status, denied]).toMatchObject([
        "403",
        { subject, rule: "network.host_mismatch", reason: `'${subject}': the request is for another host` },
      ]);
    }
    expect(hosts).toEqual([]);
  });

  it("P18 names an address of version 6 in brackets", async () => {
    const six = createHttpServer((_, answer) => void answer.end("six"));
    six.listen(0, "::1");
    await Promise.race([once(six, "listening"), once(six, "error")]);
    if (!six.listening) return;
    const gateway = { host: "::1", port: (six.address() as { port: number }).port };
    const { port } = await openProxy({ options: { gateway } });
    const { socket } = await openTunnel(port, `[::1]:${gateway.port}`);
    const answer = await exchange(socket, `GET / HTTP/1.1\r\nHost: [::1]:${gateway.port}\r\n\r\n`);
    six.close();
    six.closeAllConnections();
    expect(answer.toString()).toContain("HTTP/1.1 200");
  });
});

describe("the end of the proxy", () => {
  it("closes the sockets that it serves and forwards, and those that fail", async () => {
    const { proxy, server } = await openProxy();
    const [forwarded, failing] = [createServer(), createServer()];
    await Promise.all([listen(forwarded), listen(failing)]);
    proxy.forward(forwarded, { host: "127.0.0.1", port: echoPort });
    proxy.serve(failing);
    failing.emit("error", new Error("accept failed"));
    expect([server, forwarded, failing].map(({ listening }) => listening)).toEqual([true, true, false]);
    proxy.close();
    expect([server.listening, forwarded.listening]).toEqual([false, false]);
  });

  it("takes 4 GiB, 512 sockets and ten idle minutes to come by itself", async () => {
    const { port, proxy, server } = await openProxy();
    const arrived = once(server, "connection") as Promise<[Socket]>;
    await open(port);
    const [near] = await arrived;
    expect(near.timeout).toBe(600_000);
    const target = createServer();
    proxy.forward(target, { host: "127.0.0.1", port: echoPort });
    const clients = Array.from({ length: 512 }, () => watched(new Socket()));
    for (const client of clients.slice(0, 255)) target.emit("connection", client);
    expect(clients.slice(0, 255).every(({ destroyed }) => !destroyed)).toBe(true);
    // Each forwarded client takes two sockets.
    target.emit("connection", clients[255]);
    expect(clients[255]!.destroyed).toBe(true);
  });
});
