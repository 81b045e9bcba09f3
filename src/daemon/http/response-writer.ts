import type { ServerResponse } from "node:http";
import type { Departure, WriteBatcher } from "./write-batcher.ts";

/** So much of an answer is not held back until the end of a turn. */
const LARGE = 8 * 1024;

/** Who is told that the caller's side has to catch up. */
export interface ResponseWriterOwner {
  onFull(): void;
  /** All is handed over, and the caller has to take it. */
  onLast(): void;
}

/** The way of an answer to its caller: what is said in one turn of the event loop leaves at its end, in one piece. */
export class ResponseWriter implements Departure {
  readonly #response: ServerResponse;
  readonly #batcher: WriteBatcher;
  readonly #owner: ResponseWriterOwner;
  readonly #said: (Uint8Array | string)[] = [];
  #saidBytes = 0;
  #isLeaving = false;
  #hasWritten = false;
  #isClosed = false;
  /** Whether the answer's end was said. */
  hasEnd = false;

  constructor(response: ServerResponse, batcher: WriteBatcher, owner: ResponseWriterOwner) {
    this.#response = response;
    this.#batcher = batcher;
    this.#owner = owner;
  }

  /** How much was said and has not left, in bytes. */
  get saidBytes(): number {
    return this.#saidBytes;
  }

  head(status: number, headers: readonly string[]): void {
    this.#response.writeHead(status, headers as string[]);
    // The first event of a stream may be far off; what comes at once goes out with its head in one piece.
    if (isEventStream(headers)) this.#leaveSoon();
  }

  write(chunk: Uint8Array | string): void {
    this.#said.push(chunk);
    this.#saidBytes += chunk.length;
    if (this.#saidBytes >= LARGE) this.flush();
    else if (!this.#isLeaving) {
      this.#isLeaving = true;
      if (this.#hasWritten) this.#batcher.addPart(this);
      else this.#batcher.add(this);
    }
  }

  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.#said.push(chunk);
    this.hasEnd = true;
    // A part that waits for company does not make the end wait.
    this.#leaveSoon();
  }

  /** Sends what was said and did not leave yet, the head by itself if there is no more. */
  flush(): void {
    this.#isLeaving ||= this.#said.length > 0 || !this.#hasWritten;
    this.send();
  }

  send(): number {
    if (!this.#isLeaving || this.#isClosed) return 0;
    this.#isLeaving = false;
    const said = this.#said;
    const pieces = said.length;
    const piece = said.length > 1 ? join(said) : said[0];
    if (this.hasEnd) {
      this.#owner.onLast();
      this.#response.end(piece);
    } else if (piece === undefined) this.#response.flushHeaders();
    else if (!this.#response.write(piece)) this.#owner.onFull();
    this.#hasWritten = true;
    said.length = 0;
    this.#saidBytes = 0;
    return pieces;
  }

  /** Lets nothing more through. */
  close(): void {
    this.#isClosed = true;
  }

  #leaveSoon(): void {
    this.#isLeaving = true;
    this.#batcher.add(this);
  }
}

function join(said: readonly (Uint8Array | string)[]): Uint8Array {
  return Buffer.concat(said.map((one) => (typeof one === "string" ? Buffer.from(one) : one)));
}

function isEventStream(headers: readonly string[]): boolean {
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]!.length === 12 && headers[at]!.toLowerCase() === "content-type") {
      return /^text\/event-stream\b/i.test(headers[at + 1]!);
    }
  }
  return false;
}
