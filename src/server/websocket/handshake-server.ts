import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { ServerOptions, WebSocketServer } from "ws";
import { AbpError } from "../../contract/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { withAnswerHeaders } from "../http/answer-headers.ts";
import { answerSocket } from "../http/plain-answer.ts";
import { refuse } from "../http/refusal.ts";

/** How handshakes are answered. */
export interface HandshakeOptions extends Pick<ServerOptions, "maxPayload" | "handleProtocols"> {
  /** The headers of the answer to a handshake that is accepted. */
  readonly headersOf?: (request: IncomingMessage) => readonly string[];
}

const NONE: readonly string[] = [];
/** What a refusal of a handshake has to name (RFC 6455 §4.4). */
const VERSIONS = ["sec-websocket-version", "13, 8"];

/**
 * Opens what answers the handshakes of WebSockets, with the headers of all answers. Without compression a message cannot become
 * larger than the bytes that were received.
 */
export function openHandshakeServer(
  context: ServerContext,
  { headersOf, ...options }: HandshakeOptions,
): WebSocketServer {
  // `ws` is loaded with the first connection, because most daemons never see one.
  const ws = createRequire(import.meta.url)("ws") as typeof import("ws");
  const server = new ws.WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    ...options,
  });
  server.on("headers", (lines, request) => {
    const headers = withAnswerHeaders(headersOf?.(request) ?? NONE, false);
    for (let at = 0; at < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  });
  server.on("wsClientError", (cause, socket, request) => {
    const head = { method: request.method!, target: request.url!, headers: request.rawHeaders };
    const message = `The WebSocket handshake is not one of RFC 6455: ${cause.message}.`;
    const answer = refuse(context, head, new AbpError("request_malformed", message, { cause }));
    answerSocket(socket, { ...answer, headers: [...answer.headers, ...VERSIONS] });
  });
  return server;
}
