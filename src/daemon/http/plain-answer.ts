import type { Duplex } from "node:stream";
import { AbpError } from "../../contract/index.ts";
import { nodeHttp } from "../../engines/index.ts";
import type { CallHead, PlainResponse } from "../../gateway/index.ts";
import type { ServerGateway } from "./server-context.ts";

/** The head that stands for a request of which none could be read. */
export const NO_HEAD: CallHead = { method: "GET", target: "/", headers: [] };

const RETRY_AFTER_SECONDS = "1";

/** Writes an error as an answer, with the time after which to try again where that helps. */
export function answerError(gateway: ServerGateway, head: CallHead, error: unknown): PlainResponse {
  const known = AbpError.is(error)
    ? error
    : new AbpError("internal", "The daemon failed to serve the call.", { cause: error });
  const answer = gateway.refuse(head, known);
  const waits = known.code === "too_many_calls" || known.code === "shutting_down";
  if (!waits || hasHeader(answer.headers, "retry-after")) return answer;
  return { ...answer, headers: [...answer.headers, "retry-after", RETRY_AFTER_SECONDS] };
}

/** Completes an answer's headers with its length. */
export function withLength(answer: PlainResponse, bytes: number): string[] {
  const headers = [...answer.headers];
  if (!hasHeader(headers, "content-length")) headers.push("content-length", String(bytes));
  return headers;
}

/** Writes an answer to a socket that has no response object, and closes it. */
export function answerSocket(socket: Duplex, answer: PlainResponse): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = Buffer.from(answer.body);
  const headers = [...withLength(answer, body.length), "connection", "close"];
  let head = `HTTP/1.1 ${answer.status} ${nodeHttp.STATUS_CODES[answer.status] ?? "Error"}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.once("finish", () => socket.destroy());
  socket.end(Buffer.concat([Buffer.from(`${head}\r\n`, "latin1"), body]));
}

function hasHeader(headers: readonly string[], name: string): boolean {
  for (let at = 0; at < headers.length; at += 2) if (headers[at]!.toLowerCase() === name) return true;
  return false;
}
