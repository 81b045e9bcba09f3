import type { ServerResponse } from "node:http";
import { findHeader } from "../../lib/index.ts";
import type { BatchedWriter, WriteBatcher } from "../context/write-batcher.ts";
import { withAnswerHeaders } from "./answer-headers.ts";

/** Once this many bytes are buffered, they are written at once and not at the end of the event-loop turn. */
const MAX_BUFFERED_BYTES = 8 * 1024;

/** Told by the writer about the state of its response. */
export interface ResponseWriterOwner {
  /** The socket's queue is full: the source must pause until the response emits `drain`. */
  onFull(): void;
  /** The last bytes are about to be handed to the socket. */
  onLast(): void;
  /** A write threw: the response cannot be completed. */
  onWriteError(error: unknown): void;
}

/** Writes one response. Buffers the chunks of an event-loop turn and writes them as a single chunk at its end. */
export class ResponseWriter implements BatchedWriter {
  sentAt = 0;
  readonly #response: ServerResponse;
  readonly #batcher: Pick<WriteBatcher, "add" | "addPart">;
  readonly #owner: ResponseWriterOwner;
  readonly #chunks: (Uint8Array | string)[] = [];
  #bufferedBytes = 0;
  #isScheduled = false;
  #hasWritten = false;
  #isClosed = false;
  #hasEnd = false;

  constructor(
    response: ServerResponse,
    batcher: Pick<WriteBatcher, "add" | "addPart">,
    owner: ResponseWriterOwner,
  ) {
    this.#response = response;
    this.#batcher = batcher;
    this.#owner = owner;
  }

  /** The size of the chunks that are not yet handed to the socket. */
  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** Whether `end` was called. */
  get hasEnd(): boolean {
    return this.#hasEnd;
  }

  head(status: number, headers: readonly string[]): void {
    const isStream = isEventStream(headers);
    this.#response.writeHead(status, withAnswerHeaders(headers, isStream) as string[]);
    if (!isStream) return;
    // The first event of a stream may take long. A chunk that comes in the same turn is sent together with the head.
    this.#schedule();
  }

  write(chunk: Uint8Array | string): void {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes >= MAX_BUFFERED_BYTES) this.flush();
    else if (!this.#isScheduled) {
      this.#isScheduled = true;
      if (this.#hasWritten) this.#batcher.addPart(this);
      else this.#batcher.add(this);
    }
  }

  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.#chunks.push(chunk);
    this.#hasEnd = true;
    // The end never waits longer than this turn, even when an earlier part was scheduled for later.
    this.#schedule();
  }

  /** Writes the buffered chunks now; without any, writes the head if that was not written yet. */
  flush(): void {
    this.#isScheduled ||= this.#chunks.length > 0 || !this.#hasWritten;
    this.send();
  }

  send(): void {
    if (!this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = false;
    const chunks = this.#chunks;
    const chunk = chunks.length > 1 ? join(chunks) : chunks[0];
    if (this.#hasEnd) {
      this.#owner.onLast();
      this.#response.end(chunk);
    } else if (chunk === undefined) this.#response.flushHeaders();
    else if (!this.#response.write(chunk)) this.#owner.onFull();
    this.#hasWritten = true;
    chunks.length = 0;
    this.#bufferedBytes = 0;
  }

  fail(error: unknown): void {
    this.#owner.onWriteError(error);
  }

  /** From now on writes nothing more. */
  close(): void {
    this.#isClosed = true;
  }

  #schedule(): void {
    this.#isScheduled = true;
    this.#batcher.add(this);
  }
}

function join(chunks: readonly (Uint8Array | string)[]): Uint8Array {
  return Buffer.concat(chunks.map((chunk) => (typeof chunk === "string" ? Buffer.from(chunk) : chunk)));
}

function isEventStream(headers: readonly string[]): boolean {
  return /^text\/event-stream\b/i.test(findHeader(headers, "content-type") ?? "");
}
