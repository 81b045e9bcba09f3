import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { type FakeContext, fakeContext } from "../../../test/server/fake-context.ts";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import { HttpConnection } from "./http-connection.ts";
import { serveUpgrade } from "./upgrade-handler.ts";

interface Attempt {
  readonly target?: string;
  readonly method?: string;
  readonly headers?: readonly string[];
  readonly context?: FakeContext;
  readonly error?: Error;
}

async function upgrade({
  target: url = "/v1/responses",
  method = "GET",
  headers = [],
  context = fakeContext(),
  error,
}: Attempt) {
  const socket = new PassThrough();
  const connection = new HttpConnection(socket as unknown as Socket);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const rawHeaders = ["Host", "localhost", "Upgrade", "WebSocket", "a_b", "c", ...headers];
  const request = {
    method,
    url,
    httpVersion: "1.1",
    rawHeaders,
    headers: { upgrade: rawHeaders[rawHeaders.lastIndexOf("Upgrade") + 1] },
    socket,
  };
  const accepted: { head: CallHead; first: Buffer }[] = [];
  const target = {
    accept: (_request: unknown, head: CallHead, _socket: unknown, first: Buffer) => {
      if (error !== undefined) throw error;
      accepted.push({ head, first });
    },
  };
  const first = Buffer.from("first");
  serveUpgrade(context, target, request as unknown as IncomingMessage, socket, first);
  await new Promise((resolve) => setImmediate(resolve));
  return { text, accepted, connection, context, socket };
}

it("a WebSocket handshake is accepted, without headers that have an underscore", async () => {
  const { text, accepted, connection } = await upgrade({ headers: ["Content-Length", "0"] });
  expect(text).toBe("");
  expect(accepted).toEqual([
    {
      head: {
        method: "GET",
        target: "/v1/responses",
        headers: ["Host", "localhost", "Upgrade", "WebSocket", "Content-Length", "0"],
      },
      first: Buffer.from("first"),
    },
  ]);
  expect(connection.isUpgraded).toBe(true);
});

it.each([
  ["//ws/a.B?x=//y&key=k", "/ws/a.B?x=//y&key=k"],
  ["/gemini//ws/a.B", "/gemini/ws/a.B"],
  ["/r/run-1/gemini///ws/a.B?", "/r/run-1/gemini/ws/a.B?"],
])(
  "a handshake below a base URL that ends with a slash has the path without it: %s",
  async (target, wanted) => {
    const { accepted } = await upgrade({ target });
    expect(accepted.map(({ head }) => head.target)).toEqual([wanted]);
  },
);

it.each<[string, Attempt, number]>([
  ["a path that leads upwards", { target: "//x/../v1" }, 400],
  ["another method", { method: "POST" }, 400],
  ["a body of known length", { headers: ["Content-Length", "1"] }, 400],
  ["a chunked body", { headers: ["Transfer-Encoding", "chunked"] }, 400],
  ["a foreign origin", { headers: ["Origin", "http://evil.example"] }, 403],
  ["a refusal of the target", { error: new AbpError("route_not_found", "no") }, 404],
])("a handshake with %s is refused", async (_name, attempt, status) => {
  const { text, accepted, context } = await upgrade(attempt);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(accepted).toEqual([]);
  expect(context.logged).toHaveLength(1);
});

it("a handshake for another protocol is refused, and says which header is wrong", async () => {
  const context = fakeContext();
  const socket = new PassThrough();
  const request = {
    method: "GET",
    url: "/v1/responses",
    httpVersion: "1.1",
    rawHeaders: ["Host", "localhost", "Upgrade", "h2c"],
    headers: { upgrade: "h2c" },
    socket,
  };
  serveUpgrade(
    context,
    { accept: () => expect.unreachable() },
    request as unknown as IncomingMessage,
    socket,
    Buffer.alloc(0),
  );
  expect(context.gateway.refusals[0]).toMatchObject({ code: "request_malformed", where: "upgrade" });
});

it("a handshake that names no protocol is refused", async () => {
  const context = fakeContext();
  const socket = new PassThrough();
  const rawHeaders = ["Host", "localhost"];
  const request = {
    method: "GET",
    url: "/v1/responses",
    httpVersion: "1.1",
    rawHeaders,
    headers: {},
    socket,
  };
  serveUpgrade(
    context,
    { accept: () => expect.unreachable() },
    request as unknown as IncomingMessage,
    socket,
    Buffer.alloc(0),
  );
  expect(context.gateway.refusals[0]).toMatchObject({ code: "request_malformed", where: "upgrade" });
});

it("a server that stops refuses a handshake", async () => {
  const context = fakeContext();
  context.isDraining = true;
  const { text, accepted } = await upgrade({ context });
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(accepted).toEqual([]);
});

it("an error of the socket destroys it", async () => {
  const { socket } = await upgrade({});
  socket.emit("error", new Error("reset"));
  expect(socket.destroyed).toBe(true);
});
