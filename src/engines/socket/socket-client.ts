import type { IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { LookupFunction } from "node:net";
import type { ClientOptions, WebSocket } from "ws";
import { AddressDenied } from "../address/address-guard.ts";
import type { EngineSocket, SocketHandler } from "../engine-socket.ts";
import {
  addressDenied,
  describeFailure,
  engineError,
  type TimeLimits,
} from "../failure/transport-failure.ts";

/** Above this many unsent bytes the sender is asked to wait. */
const PAUSE_BYTES = 64 * 1024;
/** The body of a refused handshake is read up to this size. */
const MAX_REFUSAL_BYTES = 64 * 1024;
const PING_INTERVAL_MS = 15_000;

/** Everything that a connection needs. */
export interface SocketOptions {
  readonly engine: string;
  /** With the scheme `ws` or `wss`. */
  readonly url: string;
  readonly protocols: readonly string[];
  /** Names and values in turn, with the credential. */
  readonly headers: readonly string[];
  /** Returns checked addresses only. */
  readonly lookup: LookupFunction;
  readonly limits: TimeLimits;
  readonly maxMessageBytes: number;
}

/** A WebSocket to an engine. An engine that gives no sign of life within its idle limit is cut off. */
export class SocketClient implements EngineSocket {
  readonly #web: WebSocket;
  readonly #handler: SocketHandler;
  readonly #options: SocketOptions;
  #isOpen = false;
  #isClosing = false;
  #isOver = false;
  #isFull = false;
  #lastSign = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** `open` opens the connection. Tests replace it. */
  constructor(options: SocketOptions, handler: SocketHandler, open = openSocket) {
    this.#options = options;
    this.#handler = handler;
    this.#web = open(options);
    this.#web.on("open", () => this.#opened());
    this.#web.on("message", (data, isBinary) => this.#received(data as Buffer, isBinary));
    for (const sign of ["ping", "pong"] as const) this.#web.on(sign, () => this.#noteSign());
    this.#web.on("close", (code, reason) => this.#closed(code, reason.toString("utf8")));
    this.#web.on("error", (error) => this.#failed(error));
    this.#web.on("unexpected-response", (_request, response) => this.#refused(response));
  }

  send(data: Uint8Array, isBinary: boolean): boolean {
    if (this.#isOver) return false;
    this.#web.send(data, { binary: isBinary }, () => this.#sent());
    this.#isFull = this.#web.bufferedAmount > PAUSE_BYTES;
    return !this.#isFull;
  }

  close(code: number | undefined, reason: string): void {
    if (this.#isOver) return;
    this.#isClosing = true;
    if (code === undefined) this.#web.close();
    else this.#web.close(code, reason);
    // The engine's answer is read only then.
    this.#web.resume();
  }

  resume(): void {
    if (!this.#isOver) this.#web.resume();
  }

  abort(): void {
    if (this.#isOver) return;
    this.#end();
    this.#web.terminate();
  }

  #opened(): void {
    if (this.#isOver) return;
    this.#isOpen = true;
    this.#noteSign();
    this.#timer = setInterval(() => this.#checkSign(), PING_INTERVAL_MS);
    this.#timer.unref();
    this.#handler.onOpen(this.#web.protocol);
  }

  #received(data: Buffer, isBinary: boolean): void {
    if (this.#isOver || this.#isClosing) return;
    this.#noteSign();
    if (!this.#handler.onMessage(data, isBinary)) this.#web.pause();
  }

  #sent(): void {
    if (!this.#isFull || this.#isOver || this.#web.bufferedAmount > PAUSE_BYTES / 2) return;
    this.#isFull = false;
    this.#handler.onDrain();
  }

  #noteSign(): void {
    this.#lastSign = performance.now();
  }

  #checkSign(): void {
    // A reader that makes the engine wait keeps its pongs from being read as well.
    if (this.#web.isPaused) this.#noteSign();
    if (performance.now() - this.#lastSign > this.#options.limits.idleMs) this.#web.terminate();
    else this.#web.ping();
  }

  #closed(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#end();
    this.#handler.onClose(code, reason);
  }

  // After the handshake, `ws` reports the close code of a wrong frame with `close`, which follows.
  #failed(error: Error & { readonly code?: string }): void {
    if (this.#isOver || this.#isOpen) return;
    this.#end();
    const { engine, limits } = this.#options;
    const known =
      error instanceof AddressDenied
        ? addressDenied(engine, error)
        : error.code === undefined
          ? engineError("backend_unavailable", engine, "did not open the WebSocket", { cause: error })
          : describeFailure(engine, error, "connecting", limits.connectMs);
    this.#handler.onFailure(known);
  }

  #refused(response: IncomingMessage): void {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      if (this.#isOver) return;
      this.#end();
      this.#handler.onRefused(response.statusCode ?? 502, response.rawHeaders, Buffer.concat(chunks));
      this.#web.terminate();
    };
    response.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_REFUSAL_BYTES) chunks.push(chunk);
      else finish();
    });
    response.on("end", finish);
    response.on("error", finish);
  }

  #end(): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
}

// `ws` is loaded with the first connection, because most gateways never open one.
function openSocket(options: SocketOptions): WebSocket {
  const ws = createRequire(import.meta.url)("ws") as typeof import("ws");
  return new ws.WebSocket(options.url, [...options.protocols], socketSettings(options));
}

/** The settings of a connection. */
export function socketSettings(options: SocketOptions): ClientOptions & { lookup: LookupFunction } {
  const { limits, lookup, maxMessageBytes } = options;
  return {
    headers: headersOf(options.headers),
    // Without compression a message cannot become larger than the bytes that were received.
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
    handshakeTimeout: limits.connectMs + limits.firstByteMs,
    followRedirects: false,
    lookup,
  };
}

function headersOf(list: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < list.length; at += 2) {
    const name = list[at]!.toLowerCase();
    const earlier = headers[name];
    headers[name] = earlier === undefined ? list[at + 1]! : `${earlier}, ${list[at + 1]}`;
  }
  return headers;
}
