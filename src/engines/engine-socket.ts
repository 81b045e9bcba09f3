import type { AbpError } from "../contract/index.ts";
import type { HeaderList } from "../lib/index.ts";

/** A WebSocket to open at an engine. The engine adds its credential and its own headers. */
export interface SocketRequest {
  /** In the dialect's form, with its query. The engine appends it to its base URL. */
  readonly path: string;
  /** Without those of the handshake, hop-by-hop headers and credentials. */
  readonly headers: HeaderList;
  /** The subprotocols to offer, without credentials. */
  readonly protocols: readonly string[];
  /** The vendor credential that the caller sent. Only engines with `usesCallerKey` send it on. */
  readonly callerCredential?: string;
  /** A larger message of the engine closes the session with code 1009. */
  readonly maxMessageBytes: number;
}

/** Receives what happens on an engine's WebSocket. Exactly one of `onRefused`, `onFailure` and `onClose` comes last. */
export interface SocketHandler {
  /** `protocol` is the subprotocol that the engine chose; empty if it chose none. */
  onOpen(protocol: string): void;
  /** Returning false pauses the engine until `resume`. */
  onMessage(data: Buffer, isBinary: boolean): boolean;
  /** The engine can take more, after `send` returned false. */
  onDrain(): void;
  /** `code` is 1005 if the engine gave none, and 1006 if the connection broke off. */
  onClose(code: number, reason: string): void;
  /** The engine answered the handshake with an HTTP status. */
  onRefused(status: number, headers: HeaderList, body: Buffer): void;
  /** No session came about. */
  onFailure(error: AbpError): void;
}

/** A WebSocket at an engine. */
export interface EngineSocket {
  /** Returns false if nothing more should be sent until `onDrain`. */
  send(data: Uint8Array, isBinary: boolean): boolean;
  /** Starts the closing handshake; `code` is undefined if none is to be sent. */
  close(code: number | undefined, reason: string): void;
  resume(): void;
  /** Cuts the connection. The handler receives nothing more. */
  abort(): void;
}
