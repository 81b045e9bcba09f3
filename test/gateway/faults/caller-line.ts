import { connect, type Socket } from "node:net";
import { noteAnswer } from "./error-answers.ts";
import { headerIn, MessageReader, type RawMessage } from "./message-reader.ts";

export interface CallerRequest {
  readonly method?: string;
  readonly path: string;
  /** Names and values in turn, beside those of the framing. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
  /** The pieces that the body is written in. */
  readonly chunks?: readonly Uint8Array[];
  /** Told of every piece that comes back, framing included. */
  readonly onBytes?: (chunk: Buffer) => void;
}

/** What came back. */
export interface CallerAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
  readonly text: string;
  /** Whether the transfer says itself that nothing is missing. */
  readonly isComplete: boolean;
  header(name: string): string | undefined;
}

/** A caller's connection that is used for one call after the other. */
export class CallerLine {
  readonly #port: number;
  readonly #host: string;
  #socket: Socket | undefined;
  #settle: ((answer: CallerAnswer) => void) | undefined;
  #onBytes: ((chunk: Buffer) => void) | undefined;

  constructor(baseUrl: string) {
    const { port, host } = new URL(baseUrl);
    this.#port = Number(port);
    this.#host = host;
  }

  /** Sends a call and waits for the end of its answer, or of the connection. */
  send(request: CallerRequest): Promise<CallerAnswer> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#onBytes = request.onBytes;
      const socket = this.#open();
      const body = request.body === undefined ? undefined : Buffer.from(request.body as string);
      const { method = body === undefined ? "GET" : "POST", path } = request;
      const headers = [...(request.headers ?? [])];
      if (headerIn(headers, "host") === undefined) headers.unshift("host", this.#host);
      const isFramed =
        headerIn(headers, "content-length") !== undefined ||
        headerIn(headers, "transfer-encoding") !== undefined;
      if (body !== undefined && !isFramed) headers.push("content-length", String(body.length));
      let head = `${method} ${path} HTTP/1.1\r\n`;
      for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
      const start = Buffer.from(`${head}\r\n`, "latin1");
      if (request.chunks === undefined)
        socket.write(body === undefined ? start : Buffer.concat([start, body]));
      else {
        socket.write(start);
        for (const chunk of request.chunks) socket.write(chunk);
      }
    });
  }

  /** Leaves at once, whatever is under way. */
  leave(): void {
    this.#socket?.destroy();
  }

  /** Reads no more, as a caller does that is busy or gone without a word. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  #open(): Socket {
    if (this.#socket !== undefined && !this.#socket.destroyed && this.#socket.readyState !== "closed")
      return this.#socket;
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const reader = new MessageReader((message) => this.#finish(message, true), true);
    const over = (): void => {
      if (this.#socket === socket) this.#socket = undefined;
      const ended = reader.end();
      if (ended !== undefined) this.#finish(ended, true);
      else this.#finish(reader.underWay ?? { startLine: "", headers: [], body: Buffer.alloc(0) }, false);
    };
    socket.on("data", (chunk) => {
      this.#onBytes?.(chunk);
      reader.push(chunk);
    });
    socket.on("error", () => undefined);
    socket.on("close", over);
    this.#socket = socket;
    return socket;
  }

  #finish({ startLine, headers, body }: RawMessage, isComplete: boolean): void {
    const settle = this.#settle;
    this.#settle = undefined;
    if (settle === undefined) return;
    const answer: CallerAnswer = {
      status: Number(startLine.split(" ")[1] ?? 0),
      headers,
      body,
      get text() {
        return body.toString("utf8");
      },
      isComplete,
      header: (name) => headerIn(headers, name),
    };
    // A server that closes says so first; the next call must not be sent into the closing connection.
    if (answer.header("connection")?.toLowerCase() === "close") this.#socket = undefined;
    noteAnswer(answer);
    settle(answer);
  }
}
