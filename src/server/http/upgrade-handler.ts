import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import { CONTROL_PREFIX } from "../context/control.ts";
import type { ServerContext } from "../context/server-context.ts";
import { HttpConnection } from "./http-connection.ts";
import { answerSocket } from "./plain-answer.ts";
import { refuse } from "./refusal.ts";
import { inspectHead } from "./request-rules.ts";

/** Turns HTTP connections into WebSocket connections. */
export interface UpgradeTarget {
  /** Throws when the request may not be upgraded. */
  accept(request: IncomingMessage, head: CallHead, socket: Duplex, first: Buffer): void;
}

/** Serves a request for a protocol upgrade; only WebSocket is supported. `first` holds bytes that came with the head. */
export function serveUpgrade(
  context: ServerContext,
  sockets: UpgradeTarget,
  request: IncomingMessage,
  socket: Duplex,
  first: Buffer,
): void {
  const target = withOneSlash(request.url!);
  const head: CallHead = { method: request.method!, target, headers: request.rawHeaders };
  socket.on("error", () => socket.destroy());
  try {
    const facts = inspectHead(head.target, head.headers, request.httpVersion, true);
    const isWebSocket = head.method === "GET" && request.headers.upgrade?.toLowerCase() === "websocket";
    if (!isWebSocket || facts.isChunked || (facts.contentLength ?? 0) > 0) {
      throw new AbpError("request_malformed", "The only supported upgrade is a GET to WebSocket.", {
        where: "upgrade",
      });
    }
    context.hosts.check(facts.host, facts.origin, request.socket.localAddress);
    if (context.isDraining) throw new AbpError("shutting_down", "The daemon is stopping.");
    HttpConnection.of(request.socket)!.isUpgraded = true;
    const own = { ...head, headers: facts.headers };
    if (context.control === undefined || !target.startsWith(CONTROL_PREFIX))
      sockets.accept(request, own, socket, first);
    else
      context.control
        .upgrade(request, own, socket, first)
        .catch((error: unknown) => answerSocket(socket, refuse(context, head, error)));
  } catch (error) {
    answerSocket(socket, refuse(context, head, error));
  }
}

// Some clients put the vendor's path behind a base URL that ends with a slash. No WebSocket has a path without a name in it.
function withOneSlash(target: string): string {
  const question = target.indexOf("?");
  const path = question === -1 ? target : target.slice(0, question);
  return path.replace(/\/{2,}/g, "/") + target.slice(path.length);
}
