import { createHash, hash as digestAtOnce, type Hash } from "node:crypto";
import type { BodyDigest, TokenUsage } from "../../contract/index.ts";
import { type Dialect, isMembers, mergeUsage, type Observation } from "../../dialects/index.ts";
import { SseReader } from "../../lib/index.ts";
import { ByteWindow } from "../bytes/byte-window.ts";
import { joinChunks } from "../bytes/join-chunks.ts";

/** How much of a stream is gathered before it is hashed and looked at. */
const WINDOW_BYTES = 64 * 1024;
/** A whole body beyond this is known by its digest alone. */
const BODY_LIMIT = 1024 * 1024;
/** How much of a stream is kept for a closer look at its end. */
const TAIL_BYTES = 64 * 1024;
/** How many of the last events that may tell something are parsed; totals run, so that the last ones say it all. */
const LAST_EVENTS = 4;

const LINE_FEED = 0x0a;

/** What was found out of an answer; the value is that of a whole body. */
export interface Observed {
  readonly digest: BodyDigest;
  readonly seen: Observation;
  readonly value: unknown;
}

/**
 * Watches an answer as it passes: its digest, and what it says of usage, model and end. It works on what passed in large
 * pieces, so that a piece of a stream costs no more than being copied.
 */
export class ResponseObserver {
  readonly #dialect: Dialect;
  readonly #isStream: boolean;
  readonly #window = new ByteWindow();
  /** How much of the window is hashed already. */
  #hashedInWindow = 0;
  #bytes = 0;
  #hash: Hash | undefined;
  #tail: Buffer | undefined;
  /** A whole body, until it is too long to be looked at. */
  #body: Uint8Array[] | undefined = [];
  #seen: Observation = {};
  #value: unknown;

  constructor(dialect: Dialect, isStream: boolean) {
    this.#dialect = dialect;
    this.#isStream = isStream;
    if (isStream) this.#body = undefined;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isStream) {
      this.#window.add(chunk);
      if (this.#window.length - this.#hashedInWindow >= WINDOW_BYTES) this.#flush();
    } else if (this.#body !== undefined && this.#bytes <= BODY_LIMIT) this.#body.push(chunk);
    else this.#outgrow(chunk);
  }

  /** How many bytes passed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Looks at everything that passed; no more may come. */
  finish(): Observed {
    const rest = this.#isStream ? this.#window.view() : joinChunks(this.#body ?? []);
    const unhashed = rest.subarray(this.#hashedInWindow);
    const sha256 =
      this.#hash === undefined ? digestAtOnce("sha256", unhashed) : this.#hash.update(unhashed).digest("hex");
    if (this.#isStream) {
      this.#observeLines(rest);
      if (this.#seen.end === undefined)
        this.#readClosely(joinChunks([this.#tail ?? rest.subarray(0, 0), rest]));
    } else this.#observeBody(rest);
    return { digest: { bytes: this.#bytes, sha256 }, seen: this.#seen, value: this.#value };
  }

  #flush(): void {
    const text = this.#window.view();
    this.#hash ??= createHash("sha256");
    this.#hash.update(text.subarray(this.#hashedInWindow));
    const end = eventsEnd(text);
    this.#observeLines(text.subarray(0, end));
    if (end > 0) this.#tail = Buffer.from(text.subarray(Math.max(0, end - TAIL_BYTES), end));
    // An event without end is not waited for for ever.
    this.#window.dropBefore(text.length - end > BODY_LIMIT ? text.length : end);
    this.#hashedInWindow = this.#window.length;
  }

  // A body that is too long to be looked at is only hashed.
  #outgrow(chunk: Uint8Array): void {
    if (this.#hash === undefined) {
      this.#hash = createHash("sha256");
      for (const one of this.#body ?? []) this.#hash.update(one);
      this.#body = undefined;
    }
    this.#hash.update(chunk);
  }

  #observeLines(text: Buffer): void {
    const starts = new Set<number>();
    for (const marker of this.#dialect.eventMarkers) {
      const first = text.indexOf(marker);
      if (first === -1) continue;
      starts.add(lineStart(text, first));
      let at = text.lastIndexOf(marker);
      for (let count = 0; at > first && count < LAST_EVENTS; count += 1) {
        const start = lineStart(text, at);
        starts.add(start);
        at = start === 0 ? -1 : text.lastIndexOf(marker, start - 1);
      }
    }
    for (const start of [...starts].sort((left, right) => left - right)) this.#observeLine(text, start);
  }

  #observeLine(text: Buffer, start: number): void {
    const end = text.indexOf(LINE_FEED, start);
    const line = text.toString("utf8", start, end === -1 ? text.length : end);
    if (line.startsWith("data:")) this.#take(line.slice(5));
  }

  // The marks and line feeds are how every vendor writes; an end that is written otherwise is an end all the same.
  #readClosely(text: Buffer): void {
    const reader = new SseReader((data, event) => this.#take(data, event));
    reader.push(Buffer.from(text.toString("utf8")));
    reader.end();
  }

  #observeBody(body: Buffer): void {
    if (body.length > 0) this.#take(body.toString("utf8"));
  }

  #take(text: string, event?: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // What cannot be parsed is known by its digest; observing never fails a call.
      return;
    }
    if (!this.#isStream) this.#value = value;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isMembers(one)) this.#seen = joinObservations(this.#seen, this.#dialect.observe(one, event));
    }
  }
}

/** Joins what was seen: totals run, so the later word counts, and a failure is never taken back. */
export function joinObservations(earlier: Observation, later: Observation): Observation {
  const usage = joinUsage(earlier.usage, later.usage);
  const end = earlier.end === "failed" ? "failed" : (later.end ?? earlier.end);
  return {
    ...earlier,
    ...later,
    ...(usage === undefined ? {} : { usage }),
    ...(end === undefined ? {} : { end }),
  };
}

function joinUsage(earlier: TokenUsage | undefined, later: TokenUsage | undefined): TokenUsage | undefined {
  return earlier === undefined || later === undefined ? (later ?? earlier) : mergeUsage(earlier, later);
}

/** Where the last whole event ends, by a blank line; 0 where none does. */
function eventsEnd(text: Buffer): number {
  const plain = text.lastIndexOf("\n\n");
  const withReturns = text.lastIndexOf("\n\r\n");
  return Math.max(plain === -1 ? 0 : plain + 2, withReturns === -1 ? 0 : withReturns + 3);
}

function lineStart(text: Buffer, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf(LINE_FEED, at - 1) + 1;
}
