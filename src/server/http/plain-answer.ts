import type { Duplex } from "node:stream";
import { nodeHttp } from "../../engines/index.ts";
import type { PlainResponse } from "../../gateway/index.ts";
import { findHeader } from "../../lib/index.ts";
import { withAnswerHeaders } from "./answer-headers.ts";

/** The headers of a whole answer, with its length and with those of all answers. */
export function headersOf(answer: PlainResponse, bytes: number): string[] {
  const headers = [...withAnswerHeaders(answer.headers, false)];
  if (findHeader(headers, "content-length") === undefined) headers.push("content-length", String(bytes));
  return headers;
}

/** Writes an answer to a socket that has no response object, and closes the socket. */
export function answerSocket(socket: Duplex, answer: PlainResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = Buffer.from(answer.body);
  const headers = [...headersOf(answer, body.length), "connection", "close"];
  let head = `HTTP/1.1 ${answer.status} ${nodeHttp.STATUS_CODES[answer.status] ?? "Error"}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.once("finish", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]));
}
