import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { AbpError } from "../../contract/index.ts";
import type { CallHead } from "../../gateway/index.ts";
import type { ServerContext } from "../context/server-context.ts";
import { HttpConnection } from "./http-connection.ts";
import { answerSocket } from "./plain-answer.ts";
import { refuse } from "./refusal.ts";

/** Stands for the head of a request that could not be read. */
const UNKNOWN_HEAD: CallHead = { method: "GET", target: "/", headers: [] };
const STATUS_HEADERS_TOO_LARGE = 431;

/**
 * Refuses a request that node's parser rejects, and closes its connection. The connection is closed without an answer
 * when a response is being sent on it, because nothing may be written into that response.
 */
export function refuseUnreadable(context: ServerContext, error: NodeJS.ErrnoException, socket: Duplex): void {
  const exchanges = HttpConnection.of(socket as Socket)?.exchanges ?? [];
  if (error.code === "ECONNRESET" || exchanges.some((exchange) => exchange.hasBegun)) {
    socket.destroy();
    return;
  }
  const refusal =
    error.code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? new AbpError("request_timed_out", "The request's headers did not arrive in time.", {
          details: { limit: "gateway.header_timeout_secs" },
        })
      : isTls(error)
        ? new AbpError("request_malformed", "A caller began TLS, and this port speaks plain HTTP.", {
            advice: "Begin the base URL with http://, or put a proxy that ends TLS before the daemon.",
          })
        : new AbpError("request_malformed", "The request is not valid HTTP.");
  const answer = refuse(context, UNKNOWN_HEAD, refusal);
  const isTooLarge = error.code === "HPE_HEADER_OVERFLOW";
  answerSocket(socket, isTooLarge ? { ...answer, status: STATUS_HEADERS_TOO_LARGE } : answer);
}

/** The first bytes of a handshake of TLS: the type of its record, and the major version. */
const TLS_HANDSHAKE = [0x16, 0x03] as const;

function isTls(error: NodeJS.ErrnoException): boolean {
  const { rawPacket } = error as { readonly rawPacket?: Uint8Array };
  return TLS_HANDSHAKE.every((byte, at) => rawPacket?.[at] === byte);
}
