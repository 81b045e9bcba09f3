import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { PassThrough } from "node:stream";
import { connect as tlsConnect } from "node:tls";
import { expect, it } from "vitest";
import { fakeContext } from "../../../test/server/fake-context.ts";
import { HttpConnection } from "./http-connection.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { refuseUnreadable } from "./unreadable-request.ts";

async function refuse(code: string, hasBegun?: boolean) {
  const context = fakeContext();
  const socket = new PassThrough();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  if (hasBegun !== undefined) {
    const connection = new HttpConnection(socket as unknown as Socket);
    connection.exchanges.push({ hasBegun, hangUp: () => undefined } as HttpExchange);
  }
  refuseUnreadable(context, Object.assign(new Error("bad"), { code }), socket);
  await closed;
  return { text, context };
}

it.each([
  ["HPE_INVALID_METHOD", 400, "request_malformed"],
  ["ERR_HTTP_REQUEST_TIMEOUT", 408, "request_timed_out"],
  ["HPE_HEADER_OVERFLOW", 431, "request_malformed"],
])("a request that fails with %s is answered with %i", async (code, status, name) => {
  const { text, context } = await refuse(code);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"${name}"`));
  expect(context.logged[0]).toMatchObject({ level: "warn", fields: { code: name } });
  if (status === 408) {
    expect(context.gateway.refusals[0]!.details).toEqual({ limit: "gateway.header_timeout_secs" });
  }
});

it("a connection that was reset gets no answer", async () => {
  const { text, context } = await refuse("ECONNRESET");
  expect([text, context.gateway.refusals]).toEqual(["", []]);
});

it("nothing is written into a response that has begun", async () => {
  expect((await refuse("HPE_INVALID_METHOD", true)).text).toBe("");
  expect((await refuse("HPE_INVALID_METHOD", false)).text).toMatch(/^HTTP\/1\.1 400 /);
});

it("a handshake of TLS is answered and logged as what it is", async () => {
  const context = fakeContext();
  const server = createServer();
  server.on("clientError", (error, socket) => refuseUnreadable(context, error, socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const caller = tlsConnect({ port: (server.address() as AddressInfo).port, rejectUnauthorized: false });
  const error = await new Promise<Error>((resolve) => caller.on("error", resolve));
  expect(error.message).toMatch(/wrong version number|packet length/i);
  expect(context.logged).toMatchObject([
    { level: "warn", fields: { reason: "A caller began TLS, and this port speaks plain HTTP." } },
  ]);
  expect(context.gateway.refusals[0]?.advice).toContain("http://");
  await new Promise((resolve) => server.close(resolve));
});
