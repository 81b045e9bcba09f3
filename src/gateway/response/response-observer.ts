import type { BodyDigest, TokenUsage } from "../../contract/index.ts";
import { type Dialect, isMembers, mergeUsage, type Observation } from "../../dialects/index.ts";
import { SseReader } from "../../lib/index.ts";
import { BodyHash } from "../bytes/body-digest.ts";
import { ByteWindow } from "../bytes/byte-window.ts";
import { joinChunks } from "../bytes/join-chunks.ts";

/** A stream is hashed and searched in windows of this size. */
const WINDOW_BYTES = 64 * 1024;
/** A larger body, or a larger event, is hashed and not read. */
const BODY_LIMIT = 1024 * 1024;
/** How much of the end of a stream is kept for the slow reader. */
const TAIL_BYTES = 64 * 1024;
/** How many of the last events with a marker are parsed. Usage totals are cumulative, so the last events suffice. */
const LAST_EVENTS = 4;

const LINE_FEED = 0x0a;

/** What was observed of a response. `value` is the parsed body of a response that is not a stream. */
export interface Observed {
  readonly digest: BodyDigest;
  readonly observation: Observation;
  readonly value: unknown;
}

/**
 * Observes a response beside the passthrough: its digest, usage, model and end. It works on large windows, so that a
 * chunk costs one copy.
 */
export class ResponseObserver {
  readonly #dialect: Dialect;
  readonly #isStream: boolean;
  readonly #window = new ByteWindow();
  /** How many bytes of the window are hashed. */
  #hashedInWindow = 0;
  #bytes = 0;
  readonly #hash = new BodyHash();
  #tail: Buffer | undefined;
  /** The chunks of a body that is not a stream; undefined once it is too large to be read. */
  #body: Uint8Array[] | undefined = [];
  #observation: Observation = {};
  #value: unknown;

  constructor(dialect: Dialect, isStream: boolean) {
    this.#dialect = dialect;
    this.#isStream = isStream;
    if (isStream) this.#body = undefined;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isStream) {
      this.#window.add(chunk);
      if (this.#window.length - this.#hashedInWindow >= WINDOW_BYTES) this.#flush();
    } else if (this.#body !== undefined && this.#bytes <= BODY_LIMIT) this.#body.push(chunk);
    else this.#outgrow(chunk);
  }

  /** Reads the rest and returns what was observed. Nothing may be pushed afterwards. */
  finish(): Observed {
    const rest = this.#isStream ? this.#window.view() : joinChunks(this.#body ?? []);
    const unhashed = rest.subarray(this.#hashedInWindow);
    const digest = this.#hash.finish(unhashed);
    if (this.#isStream) {
      this.#observeLines(rest);
      if (this.#observation.end === undefined)
        this.#readSlowly(this.#tail === undefined ? rest : joinChunks([this.#tail, rest]));
    } else this.#observeBody(rest);
    return { digest, observation: this.#observation, value: this.#value };
  }

  #flush(): void {
    const text = this.#window.view();
    this.#hash.update(text.subarray(this.#hashedInWindow));
    const end = eventsEnd(text);
    this.#observeLines(text.subarray(0, end));
    if (end > 0) this.#tail = Buffer.from(text.subarray(Math.max(0, end - TAIL_BYTES), end));
    // Gives up on an event that exceeds the size limit.
    this.#window.dropBefore(text.length - end > BODY_LIMIT ? text.length : end);
    this.#hashedInWindow = this.#window.length;
  }

  // A body that is too large to be read is only hashed.
  #outgrow(chunk: Uint8Array): void {
    for (const held of this.#body ?? []) this.#hash.update(held);
    this.#body = undefined;
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

  // The search relies on markers and line feeds as the vendors write them; the slow reader accepts every legal form.
  #readSlowly(text: Buffer): void {
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
      // Observing never fails a call: a response that cannot be parsed is recorded by its digest.
      return;
    }
    if (!this.#isStream) this.#value = value;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (isMembers(one))
        this.#observation = joinObservations(this.#observation, this.#dialect.observe(one, event));
    }
  }
}

/** Joins two observations: the later value counts, because totals are cumulative, and a failure is final. */
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

/** The end of the last whole event, which a blank line marks; 0 where there is none. */
function eventsEnd(text: Buffer): number {
  const plain = text.lastIndexOf("\n\n");
  const withReturns = text.lastIndexOf("\n\r\n");
  return Math.max(plain === -1 ? 0 : plain + 2, withReturns === -1 ? 0 : withReturns + 3);
}

function lineStart(text: Buffer, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf(LINE_FEED, at - 1) + 1;
}
