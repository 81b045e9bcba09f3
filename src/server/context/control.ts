import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { CallHead } from "../../gateway/index.ts";
import type { BodyShare } from "../limits/body-budget.ts";
import type { DrainableSockets } from "./drainable-sockets.ts";

/** The targets of the control API begin with this. */
export const CONTROL_PREFIX = "/abp/v1/";

/** What the server knows of a request besides the request. */
export interface ControlFacts {
  /** The head as it was received, without headers whose names have underscores. */
  readonly head: CallHead;
  /** Whether a body follows. It is read only if the API reads it. */
  readonly hasBody: boolean;
  /** Undefined if the length is not announced. */
  readonly contentLength: number | undefined;
  /** Whether the server is stopping. */
  readonly isDraining: boolean;
  /** The room for bodies that a key has in memory. */
  readonly bodies: { shareOf(key: string): BodyShare };
}

/** The control API, which a server serves below its prefix. */
export interface ControlServer {
  /** Answers a request; errors become answers. The request's signal aborts when the caller leaves. */
  fetch(request: Request, facts: ControlFacts): Promise<Response>;
  /** Takes over a request for a WebSocket; rejects if it may not be upgraded. `first` holds bytes that came with the head. */
  upgrade(request: IncomingMessage, head: CallHead, socket: Duplex, first: Buffer): Promise<void>;
  /** The open WebSockets. */
  readonly sockets: DrainableSockets;
  /** Ends the streams that would go on for ever, because the server stops. */
  drain(): void;
}
