import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { fakeContext } from "../../../test/server/fake-context.ts";
import { withAnswerHeaders } from "../http/answer-headers.ts";
import { openHandshakeServer } from "./handshake-server.ts";

const request = { method: "GET", url: "/v1/responses", rawHeaders: ["a", "1"] } as unknown as IncomingMessage;

/** Header lines of these names and values. */
function linesOf(headers: readonly string[]): string[] {
  const lines: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return lines;
}

describe("the server of handshakes", () => {
  it("compresses nothing, and takes messages up to the limit", () => {
    const handleProtocols = () => "p";
    const server = openHandshakeServer(fakeContext(), { maxPayload: 7, handleProtocols });
    expect(server.options).toMatchObject({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: 7,
      handleProtocols,
    });
    expect(server.clients).toBeUndefined();
  });

  it("adds the headers of all answers, and those of the connection", () => {
    const lines = ["HTTP/1.1 101 Switching Protocols"];
    openHandshakeServer(fakeContext(), {}).emit("headers", lines, request);
    expect(lines).toEqual(["HTTP/1.1 101 Switching Protocols", ...linesOf(withAnswerHeaders([], false))]);
    const more: string[] = [];
    const asked: unknown[] = [];
    const headersOf = (one: IncomingMessage) => {
      asked.push(one);
      return ["x-a", "1", "x-b", "2"];
    };
    openHandshakeServer(fakeContext(), { headersOf }).emit("headers", more, request);
    expect(more).toEqual(linesOf(withAnswerHeaders(["x-a", "1", "x-b", "2"], false)));
    expect(more).toEqual(expect.arrayContaining(["x-a: 1", "x-b: 2"]));
    expect(asked).toEqual([request]);
  });

  it("refuses a handshake that is none, with the versions that it speaks", () => {
    const context = fakeContext();
    const socket = new PassThrough();
    openHandshakeServer(context, {}).emit("wsClientError", new Error("no key"), socket, request);
    expect(context.gateway.refusals).toMatchObject([
      {
        code: "request_malformed",
        message: "The WebSocket handshake is not one of RFC 6455: no key.",
        cause: new Error("no key"),
      },
    ]);
    const sent = String(socket.read());
    expect(sent).toMatch(/^HTTP\/1\.1 400 /);
    expect(sent).toContain("\r\nsec-websocket-version: 13, 8\r\n");
    expect(context.logged).toMatchObject([{ fields: { method: "GET", path: "/v1/responses" } }]);
  });
});
