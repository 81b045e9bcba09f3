import type { OpenCall } from "./open-call.ts";
import type { PlainResponse } from "./plain-response.ts";

/** The caller's side of a WebSocket that passes through. Until `accept` or `refuse`, its handshake is not answered. */
export interface SocketSink {
  /** Answers the handshake; `protocol` is empty if none was chosen. Returns false if the caller is gone. */
  accept(protocol: string, headers: readonly string[]): boolean;
  /** Answers the handshake with an HTTP answer. */
  refuse(answer: PlainResponse): void;
  /** Returns false if the session must pause until its `resume` is called. */
  send(data: Uint8Array, isBinary: boolean): boolean;
  /** Takes messages again, after the session returned false for one. */
  takeMore(): void;
  /** Starts the closing handshake; `code` is undefined if none is to be sent. */
  close(code: number | undefined, reason: string): void;
  /** Cuts the connection. */
  break(): void;
}

/** A WebSocket session that passes through. */
export interface OpenSession extends OpenCall {
  /** Takes a message of the caller; returns false if no more should come until `takeMore`. */
  fromCaller(data: Buffer, isBinary: boolean): boolean;
  /** The caller closed its side, with 1005 if it gave no code and 1006 if the connection broke off. */
  callerClosed(code: number, reason: string): void;
  /** The caller can take more. */
  resume(): void;
}
