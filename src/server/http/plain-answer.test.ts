import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { answerSocket, headersOf } from "./plain-answer.ts";

it("an answer gets a content length unless it has one", () => {
  expect(headersOf({ status: 200, headers: ["a", "b"], body: "" }, 3)).toEqual([
    "a",
    "b",
    "content-length",
    "3",
  ]);
  const headers = ["Content-Length", "7"];
  expect(headersOf({ status: 200, headers, body: "" }, 3)).toEqual(headers);
});

async function write(answer: Parameters<typeof answerSocket>[1]): Promise<string> {
  const socket = new PassThrough();
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const closed = new Promise((resolve) => socket.on("close", resolve));
  answerSocket(socket, answer);
  await closed;
  return text;
}

it("an answer on a bare socket is a whole HTTP response, after which the socket is closed", async () => {
  expect(await write({ status: 403, headers: ["content-type", "text/plain"], body: "nö" })).toBe(
    "HTTP/1.1 403 Forbidden\r\ncontent-type: text/plain\r\ncontent-length: 3\r\nconnection: close\r\n\r\nnö",
  );
});

it("an unknown status has a reason too", async () => {
  expect(await write({ status: 499, headers: [], body: "" })).toMatch(/^HTTP\/1\.1 499 Error\r\n/);
});

it("a socket that cannot be written to is destroyed", () => {
  const socket = new PassThrough();
  socket.end();
  answerSocket(socket, { status: 400, headers: [], body: "" });
  expect(socket.destroyed).toBe(true);
});
