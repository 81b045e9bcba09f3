import { SseReader } from "../../lib/index.ts";

/** One event of a stream, with its text exactly as it came. */
export interface RawEvent {
  /** All texts of a stream together are the stream. */
  readonly text: string;
  /** Undefined if the text holds no data, such as a comment. */
  readonly data: string | undefined;
  readonly event: string | undefined;
}

/** An empty line ends an event. */
const END = /\r\n\r\n|\n\n|\r\r/g;
const LONGEST_END = 4;

/** Splits a stream of server-sent events without changing a byte of it. */
export class RawEvents {
  readonly #decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  #held = "";

  /** The events that are complete with these bytes. Throws a TypeError for bytes that are no UTF-8. */
  push(bytes: Uint8Array): RawEvent[] {
    const from = Math.max(0, this.#held.length - LONGEST_END);
    this.#held += this.#decoder.decode(bytes, { stream: true });
    const events: RawEvent[] = [];
    let start = 0;
    END.lastIndex = from;
    for (let end = END.exec(this.#held); end !== null; end = END.exec(this.#held)) {
      const next = end.index + end[0].length;
      // A carriage return at the end of the text may be half of an end.
      if (next === this.#held.length && end[0] === "\r\r") break;
      events.push(readEvent(this.#held.slice(start, next)));
      start = next;
    }
    this.#held = this.#held.slice(start);
    return events;
  }

  /** The rest, which no empty line ended. */
  end(): RawEvent[] {
    this.#held += this.#decoder.decode();
    const rest = this.#held;
    this.#held = "";
    return rest === "" ? [] : [readEvent(rest)];
  }
}

function readEvent(text: string): RawEvent {
  let data: string | undefined;
  let name: string | undefined;
  const reader = new SseReader((value, event) => {
    data = value;
    name = event;
  });
  reader.push(Buffer.from(text));
  reader.end();
  return { text, data, event: name };
}
