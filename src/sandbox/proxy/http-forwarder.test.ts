import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import type { PolicyDecisionRecord } from "../../contract/index.ts";
import { DecisionLog } from "./decision-log.ts";
import { listen, textOf, watched } from "./fixtures/sockets.ts";
import { createForwarder, type FindTarget, formatRefusal } from "./http-forwarder.ts";
import { Traffic } from "./traffic.ts";

let records: PolicyDecisionRecord[];
let asked: IncomingMessage[];
beforeEach(() => {
  records = [];
  asked = [];
});

const routeTo =
  (port: number, host = "a.test", path = "/checked"): FindTarget =>
  (request) => {
    asked.push(request);
    return Promise.resolve({ destination: { host, port, addresses: ["127.0.0.1"] }, path });
  };

/** Opens a client of a forwarder. */
async function open(find: FindTarget, limits: Partial<ConstructorParameters<typeof Traffic>[0]> = {}) {
  const log = new DecisionLog(
    (record) => records.push(record),
    () => new Date(0),
  );
  const traffic = new Traffic({ maxBytes: 1e9, maxSockets: 9, idleMs: 60_000, ...limits }, log);
  const forwarder = createForwarder(find, traffic);
  const port = await listen(createServer((socket) => void forwarder.emit("connection", socket)));
  const client = watched(connect(port, "127.0.0.1"));
  await once(client, "connect");
  return { client, forwarder, traffic };
}

/** Sends a request that ends the connection, and returns the whole answer. */
async function ask(client: Socket, head: string, body = ""): Promise<string> {
  const answer = textOf(client);
  client.write(`${head}\r\nConnection: close\r\n\r\n${body}`);
  return answer;
}

/** A server that answers with what it saw. */
const mirror: RequestListener = (request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    response.setHeader("X-Own", "1");
    response.end(JSON.stringify([request.method, request.url, request.rawHeaders, body]));
  });
};
const readMirror = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('["'), answer.lastIndexOf("]") + 1));

describe("a forwarded request", () => {
  it("has the checked path and host, its own headers and body, and none of the connection's", async () => {
    const port = await listen(createHttpServer(mirror));
    const { client } = await open(routeTo(port));
    const head =
      "POST http://x/ HTTP/1.1\r\nHOST: other\r\nX-A: host\r\nX-b: 2\r\nKeep-Alive: 5\r\nContent-Length: 4";
    const answer = await ask(client, head, "body");
    const headers = [
      "Host",
      `a.test:${port}`,
      "X-A",
      "host",
      "X-b",
      "2",
      "Content-Length",
      "4",
      "Connection",
      "close",
    ];
    expect(readMirror(answer)).toEqual(["POST", "/checked", headers, "body"]);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\nX-Own: 1\r\n/);
  });

  it("names an address of version 6 in brackets", async () => {
    const port = await listen(createHttpServer(mirror));
    const { client } = await open(routeTo(port, "::1"));
    expect(readMirror(await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x"))[2]).toContain(`[::1]:${port}`);
  });

  it("needs no Host header, and gets the status of the server", async () => {
    const server = createHttpServer(
      (_, response) => void response.writeHead(418, "Teapot", { "X-B": "b" }).end("tea"),
    );
    const { client } = await open(routeTo(await listen(server)));
    const answer = await ask(client, "GET http://x/ HTTP/1.1");
    expect(answer).toMatch(/^HTTP\/1.1 418 Teapot\r\nX-B: b\r\n[\s\S]*tea/);
  });

  it("is asked about each time, also on a connection that is kept", async () => {
    const port = await listen(createHttpServer(mirror));
    const { client } = await open(routeTo(port));
    client.write("GET http://x/1 HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(client, "data");
    client.write("GET http://x/2 HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(client, "data");
    expect(asked.map(({ url }) => url)).toEqual(["http://x/1", "http://x/2"]);
  });

  it("P21 is counted in both directions", async () => {
    for (const [more, isOpen] of [
      [0, true],
      [1, false],
    ] as const) {
      const answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok";
      const port = await listen(
        createServer((socket) => {
          let text = "";
          socket.on("data", (chunk: Buffer) => {
            text += chunk.toString();
            if (text.endsWith("body")) socket.end(answer);
          });
        }),
      );
      const { client, traffic } = await open(routeTo(port), { maxBytes: answer.length + 4 });
      traffic.spend(more);
      await ask(client, "POST http://x/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4", "body");
      expect([traffic.isOpen, records.length]).toEqual([isOpen, isOpen ? 0 : 1]);
    }
  });

  it.each([
    ["denied", true, "403 Forbidden"],
    ["unreachable", false, "502 Bad Gateway"],
  ])("is answered with the rule if it is %s", async (rule, isPolicy, status) => {
    const { client } = await open(() => Promise.resolve({ isPolicy, rule, reason: "because" }));
    const answer = await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x");
    expect(answer.startsWith(`HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\nconnection: close\r\n`)).toBe(
      true,
    );
    expect(answer).toContain(`because (${rule})\n`);
  });

  it.each([
    ["the search fails", () => Promise.reject(new Error("x"))],
    ["nobody listens", routeTo(1)],
  ] as const)("is answered with 502 where %s", async (_, find) => {
    const { client } = await open(find);
    const answer = await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x");
    expect(answer).toContain("HTTP/1.1 502 Bad Gateway");
    expect(answer).toContain("the host cannot be reached (network.unreachable)");
  });

  it("is answered with 502 if there are too many connections, or the server closes without an answer", async () => {
    const port = await listen(createServer((socket) => socket.once("data", () => socket.destroy())));
    for (const limits of [{ maxSockets: 0 }, {}]) {
      const { client } = await open(routeTo(port), limits);
      expect(await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x")).toContain("HTTP/1.1 502");
    }
  });

  it.each(["resetAndDestroy", "end"] as const)(
    "is cut if the server ends its answer too early by %s",
    async (end) => {
      const port = await listen(
        createServer((socket) => {
          socket.once("data", () => {
            socket.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", () => void socket[end]());
          });
        }),
      );
      const { client } = await open(routeTo(port));
      const answer = await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x");
      expect(answer).not.toContain("502");
      if (!client.closed) await once(client, "close");
    },
  );

  it("ends with its client", async () => {
    const arrived = Promise.withResolvers<Socket>();
    const port = await listen(createHttpServer((request) => arrived.resolve(request.socket)));
    const { client } = await open(routeTo(port));
    client.write("GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n");
    const upstream = await arrived.promise;
    const closed = once(upstream, "close");
    client.destroy();
    await closed;
  });

  it("has limits of size and time on both sides", async () => {
    const port = await listen(
      createHttpServer(
        { maxHeaderSize: 100_000 },
        (_, response) => void response.writeHead(200, { x: "y".repeat(20_000) }).end(),
      ),
    );
    const { client, forwarder } = await open(routeTo(port));
    expect(await ask(client, "GET http://x/ HTTP/1.1\r\nHost: x")).toContain("HTTP/1.1 502");
    expect([forwarder.timeout, forwarder.keepAliveTimeout, forwarder.requestTimeout]).toEqual([
      600_000, 30_000, 0,
    ]);
    const headers = (length: number) => `GET http://x/ HTTP/1.1\r\nHost: x\r\nx: ${"y".repeat(length)}`;
    const plain = routeTo(await listen(createHttpServer(mirror)));
    expect(await ask((await open(plain)).client, headers(16_000))).toContain("HTTP/1.1 200");
    expect(await ask((await open(plain)).client, headers(17_000))).toContain("HTTP/1.1 431");
  });
});

describe("a WebSocket", () => {
  const head =
    "GET http://x/ HTTP/1.1\r\nHost: x\r\nSec-WebSocket-Key: k\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\n\r\n";

  /** A server that changes the protocol, speaks, and then says back what it gets. */
  async function openServer(status = "101 Switching Protocols", first = "") {
    const requests: IncomingMessage[] = [];
    const server = createHttpServer();
    server.on("upgrade", (request: IncomingMessage, socket: Socket, begun: Buffer) => {
      requests.push(request);
      watched(socket).write(
        `HTTP/1.1 ${status}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-A: \xe4\r\n\r\n${first}${begun.toString()}`,
        "latin1",
      );
      socket.pipe(socket);
    });
    return { port: await listen(server), requests };
  }

  const untilIncludes = async (socket: Socket, text: string) => {
    let all = "";
    for (;;) {
      if (all.includes(text)) return all;
      all += ((await once(socket, "data")) as [Buffer])[0].toString("latin1");
    }
  };

  it("passes the request, the answer, and then all bytes on", async () => {
    const { port, requests } = await openServer("101 Changed", "first");
    const { client, traffic } = await open(routeTo(port));
    client.write(`${head}early`);
    const answer = await untilIncludes(client, "early");
    expect(answer).toBe(
      "HTTP/1.1 101 Changed\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-A: \xe4\r\n\r\nfirstearly",
    );
    expect(requests[0]!.rawHeaders).toEqual([
      "Host",
      `a.test:${port}`,
      "Sec-WebSocket-Key",
      "k",
      "Connection",
      "Upgrade",
      "Upgrade",
      "WebSocket",
    ]);
    client.write("later");
    expect(await untilIncludes(client, "later")).toBe("later");
    traffic.close();
  });

  it("writes nothing in addition if neither side spoke early", async () => {
    const { port } = await openServer();
    const { client } = await open(routeTo(port));
    client.write(head);
    expect(await untilIncludes(client, "X-A")).toMatch(/X-A: \xe4\r\n\r\n$/);
    client.write("x");
    expect(await untilIncludes(client, "x")).toBe("x");
  });

  it("is refused with the rule if it is denied, and if it is another protocol", async () => {
    const { client } = await open(() => Promise.resolve({ isPolicy: true, rule: "r", reason: "because" }));
    const answer = textOf(client);
    client.write(head);
    expect(await answer).toBe(formatRefusal({ isPolicy: true, rule: "r", reason: "because" }));
    const other = await open(routeTo(1));
    const second = textOf(other.client);
    other.client.write(head.replace("Upgrade: WebSocket", "Upgrade: h2c"));
    expect(await second).toBe(
      formatRefusal({
        isPolicy: true,
        rule: "network.not_a_web_socket",
        reason: "only WebSocket can take over a connection of the proxy",
      }),
    );
    expect(asked).toEqual([]);
  });

  it("is closed if the server cannot be reached, closes, or gives another answer", async () => {
    const closing = await listen(createServer((socket) => socket.once("data", () => socket.destroy())));
    const plain = await listen(createHttpServer(mirror));
    for (const port of [1, closing, plain]) {
      const { client } = await open(routeTo(port));
      const answer = textOf(client);
      client.write(head);
      expect(await answer).toBe("");
      if (!client.closed) await once(client, "close");
    }
  });
});

it("a refusal of a tunnel has the length of its text in bytes", () => {
  expect(formatRefusal({ isPolicy: true, rule: "r", reason: "ä" })).toBe(
    "HTTP/1.1 403 Forbidden\r\nContent-Type: text/plain\r\nContent-Length: 7\r\nConnection: close\r\n\r\nä (r)\n",
  );
  expect(formatRefusal({ isPolicy: false, rule: "r", reason: "a" })).toContain(
    "HTTP/1.1 502 Bad Gateway\r\n",
  );
});
