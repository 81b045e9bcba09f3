import type { BodyDigest, TokenUsage } from "../../../contract/index.ts";
import { type Dialect, isMembers, mergeUsage, type Observation } from "../../../dialects/index.ts";
import { JsonEnd, parseAsWritten, SseReader } from "../../../lib/index.ts";
import { BodyHash } from "../../bytes/body-digest.ts";
import { ByteWindow } from "../../bytes/byte-window.ts";
import { decodeContent } from "../../bytes/content-decoding.ts";
import { joinChunks } from "../../bytes/join-chunks.ts";
import { type SeenCalls, ToolCallLog } from "../../facts/tool-call-log.ts";
import { searchOf } from "./event-search.ts";

/** A stream is hashed and searched in windows of this size. */
const WINDOW_BYTES = 32 * 1024;
/** A larger body, or a larger event, is hashed and not read. */
export const READ_BYTES = 1024 * 1024;
/** How much of the end of a stream is kept for the slow reader, unless the last event is larger. */
const TAIL_BYTES = 16 * 1024;

const LINE_FEED = 0x0a;
const NOTHING: Observation = {};

/** How an answer ended: complete, too early, or unknown because it could not be read. */
export type AnswerEnding = "complete" | "incomplete" | "unreadable";

/** What was observed of a response. `value` is the parsed body of a response that is not a stream. */
export interface Observed {
  readonly digest: BodyDigest;
  readonly observation: Observation;
  readonly value: unknown;
  readonly ending: AnswerEnding;
  /** The tool calls that were seen; undefined if there was none. */
  readonly toolCalls: SeenCalls | undefined;
  /** The number of events; undefined if the response is no stream. */
  readonly events: number | undefined;
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
  #observation = NOTHING;
  #value: unknown;
  /** Most answers have no calls. */
  #calls: ToolCallLog | undefined;
  #events = 0;
  /** The coding of the body; undefined if it has none. */
  readonly #encoding: string | undefined;
  /** Follows a body that is too large to be read. */
  #end: JsonEnd | undefined;
  /** Whether the event came that ends every stream of the dialect. */
  #hasEndMark = false;

  /** A body with a content encoding is no stream here: it can be read only as a whole. */
  constructor(dialect: Dialect, isStream: boolean, encoding?: string) {
    this.#dialect = dialect;
    this.#isStream = isStream;
    this.#encoding = encoding;
    if (isStream) this.#body = undefined;
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isStream) {
      this.#window.add(chunk);
      if (this.#window.length - this.#hashedInWindow >= WINDOW_BYTES) this.#flush();
    } else if (this.#body !== undefined && this.#bytes <= READ_BYTES) this.#body.push(chunk);
    else this.#outgrow(chunk);
  }

  /** Reads the rest and returns what was observed. Nothing may be pushed afterwards. */
  finish(): Observed {
    const rest = this.#isStream ? this.#window.view() : joinChunks(this.#body ?? []);
    const unhashed = rest.subarray(this.#hashedInWindow);
    const digest = this.#hash.finish(unhashed);
    const ending = this.#isStream ? this.#observeEvents(rest) : this.#observeBody(rest);
    return {
      digest,
      observation: this.#observation,
      value: this.#isStream ? undefined : this.#value,
      ending,
      toolCalls: this.#calls?.finish(),
      events: this.#isStream || this.#events > 0 ? this.#events : undefined,
    };
  }

  #observeEvents(rest: Buffer): AnswerEnding {
    this.#observeLines(rest);
    if (this.#observation.end === undefined) {
      // Without a flush the slow reader sees the whole stream, and counts it.
      if (this.#tail === undefined) this.#events = 0;
      this.#readSlowly(this.#tail === undefined ? rest : joinChunks([this.#tail, rest]));
    }
    return this.#eventsEnding();
  }

  #eventsEnding(): AnswerEnding {
    return this.#observation.end === undefined && !this.#hasEndMark ? "incomplete" : "complete";
  }

  #flush(): void {
    const text = this.#window.view();
    this.#hash.update(text.subarray(this.#hashedInWindow));
    const end = eventsEnd(text);
    this.#observeLines(text.subarray(0, end));
    if (end > 0) this.#tail = Buffer.from(text.subarray(tailStart(text, end), end));
    // Gives up on an event that exceeds the size limit.
    this.#window.dropBefore(text.length - end > READ_BYTES ? text.length : end);
    this.#hashedInWindow = this.#window.length;
  }

  // A body that is too large to be read is only hashed.
  #outgrow(chunk: Uint8Array): void {
    this.#end ??= new JsonEnd();
    for (const held of this.#body ?? []) {
      this.#hash.update(held);
      this.#end.push(held);
    }
    this.#body = undefined;
    this.#hash.update(chunk);
    this.#end.push(chunk);
  }

  #observeLines(text: Buffer): void {
    const { facts, calls, events } = searchOf(this.#dialect).find(text.toString("latin1"));
    this.#events += events;
    if (facts.size === 0 && calls.size === 0) return;
    for (const start of [...new Set([...facts, ...calls])].sort((left, right) => left - right))
      this.#observeLine(text, start, calls.has(start), facts.has(start));
  }

  #observeLine(text: Buffer, start: number, hasCalls: boolean, hasFacts: boolean): void {
    const end = text.indexOf(LINE_FEED, start);
    const line = text.toString("utf8", start, end === -1 ? text.length : end);
    if (line.startsWith("data:")) this.#take(line.slice(5), undefined, hasCalls, hasFacts);
  }

  // The search relies on markers and line feeds as the vendors write them; the slow reader accepts every legal form.
  #readSlowly(text: Buffer): void {
    const hasCalls = this.#calls === undefined;
    const counts = this.#events === 0;
    const reader = new SseReader((data, event) => {
      if (counts) this.#events += 1;
      this.#take(data, event, hasCalls);
    });
    reader.push(Buffer.from(text.toString("utf8")));
    reader.end();
  }

  #observeBody(body: Buffer): AnswerEnding {
    if (this.#end !== undefined)
      return this.#encoding === undefined ? ENDINGS[this.#end.state] : "unreadable";
    const content = this.#encoding === undefined ? body : decodeContent(body, this.#encoding);
    if (typeof content === "string") return content;
    const text = content.toString("utf8").trimStart();
    if (text === "") return "incomplete";
    if (this.#take(text)) {
      // A stream of Gemini may be a list, whose last item has the end.
      if (Array.isArray(this.#value)) this.#events = this.#value.length;
      return Array.isArray(this.#value) && this.#value.length > 0 && this.#observation.end === undefined
        ? "incomplete"
        : "complete";
    }
    if (EVENT_LINE.test(text)) {
      this.#readSlowly(content);
      return this.#eventsEnding();
    }
    return text.startsWith("{") || text.startsWith("[") ? "incomplete" : "unreadable";
  }

  #join(later: Observation): void {
    this.#observation = this.#observation === NOTHING ? later : joinObservations(this.#observation, later);
  }

  // Observing never fails a call: a response that cannot be parsed is recorded by its digest. Answers whether it is JSON.
  #take(text: string, event?: string, hasCalls = true, hasFacts = true): boolean {
    let value: unknown;
    try {
      value = parseAsWritten(text);
    } catch {
      const { endMark } = this.#dialect;
      if (endMark !== undefined && text.trim() === endMark) this.#hasEndMark = true;
      return false;
    }
    this.#value = value;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (!isMembers(one)) continue;
      if (hasFacts) this.#join(this.#dialect.observe(one, event));
      if (!hasCalls) continue;
      for (const part of this.#dialect.observeCalls(one)) {
        this.#calls ??= new ToolCallLog();
        this.#calls.add(part);
      }
    }
    return true;
  }
}

/** How a body ended that was too large to be read, by its last bracket. */
const ENDINGS = { whole: "complete", open: "incomplete", other: "unreadable" } as const;

/** The first line of an event stream. */
const EVENT_LINE = /^\uFEFF?(?:(?:data|event|id|retry):|:)/;

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

/** The end of the last whole event, which a blank line marks; 0 if there is none. */
function eventsEnd(text: Buffer): number {
  const plain = text.lastIndexOf("\n\n");
  const withReturns = text.lastIndexOf("\n\r\n");
  return Math.max(plain === -1 ? 0 : plain + 2, withReturns === -1 ? 0 : withReturns + 3);
}

// The last event may be the end of the stream, so the whole of it is kept.
function tailStart(text: Buffer, end: number): number {
  return Math.max(0, Math.min(end - TAIL_BYTES, eventsEnd(text.subarray(0, end - 1))));
}
