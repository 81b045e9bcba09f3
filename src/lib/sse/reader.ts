/** Called for each event with its data, and with its name if it has one. */
export type SseSink = (data: string, event: string | undefined) => void;

/** Why a stream of server-sent events cannot be read on. */
export class SseError extends Error {
  readonly rule: "invalid-utf8" | "too-large";

  constructor(rule: SseError["rule"], message: string) {
    super(message);
    this.name = "SseError";
    this.rule = rule;
  }
}

/** The most that one event may hold, in characters, unless the caller says otherwise. */
export const SSE_EVENT_LIMIT = 16 * 1024 * 1024;

/**
 * Reads server-sent events (WHATWG HTML §9.2) from bytes in any chunks, in linear time.
 * Fields may have no space after the colon and lines may end in CR, LF or CRLF; comments are passed over.
 */
export class SseReader {
  readonly #sink: SseSink;
  readonly #limit: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });
  #pieces: string[] = [];
  #pieceLength = 0;
  #data: string[] = [];
  #dataLength = 0;
  #event: string | undefined;
  #skipLineFeed = false;

  constructor(sink: SseSink, limit: number = SSE_EVENT_LIMIT) {
    this.#sink = sink;
    this.#limit = limit;
  }

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    this.#take(this.#decode(bytes, true));
  }

  /** Takes the end: an event that no blank line closed is handed over all the same, because vendors leave it out. */
  end(): void {
    this.#take(this.#decode(new Uint8Array(0), false));
    if (this.#pieceLength > 0) this.#line("");
    this.#dispatch();
  }

  #decode(bytes: Uint8Array, stream: boolean): string {
    try {
      return this.#decoder.decode(bytes, { stream });
    } catch {
      // The only thing a fatal decoder throws for.
      throw new SseError("invalid-utf8", "the stream is not UTF-8");
    }
  }

  #take(text: string): void {
    let start = 0;
    if (this.#skipLineFeed && text.length > 0) {
      if (text.charCodeAt(0) === 10) start = 1;
      this.#skipLineFeed = false;
    }
    if (text.indexOf("\r", start) === -1) this.#takeLineFeeds(text, start);
    else this.#takeAnyEnds(text, start);
  }

  #takeLineFeeds(text: string, from: number): void {
    let start = from;
    for (;;) {
      const end = text.indexOf("\n", start);
      if (end === -1) break;
      this.#line(text.slice(start, end));
      start = end + 1;
    }
    if (start < text.length) this.#hold(text.slice(start));
  }

  // Character by character: with a search for each kind of end, V8 runs the one that is not needed as well, ahead of
  // the test that guards it, and a text without that kind is scanned to its end for every line.
  #takeAnyEnds(text: string, from: number): void {
    let start = from;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code !== 10 && code !== 13) continue;
      this.#line(text.slice(start, at));
      if (code === 13) {
        if (at + 1 === text.length) this.#skipLineFeed = true;
        else if (text.charCodeAt(at + 1) === 10) at += 1;
      }
      start = at + 1;
    }
    if (start < text.length) this.#hold(text.slice(start));
  }

  #hold(piece: string): void {
    this.#pieces.push(piece);
    this.#pieceLength += piece.length;
    if (this.#pieceLength + this.#dataLength > this.#limit) this.#refuse();
  }

  #line(tail: string): void {
    let line = tail;
    if (this.#pieceLength > 0) {
      line = this.#pieces.join("") + tail;
      this.#pieces = [];
      this.#pieceLength = 0;
    }
    if (line === "") {
      this.#dispatch();
      return;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const from = colon === -1 ? line.length : line.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1;
    if (field === "data") {
      this.#dataLength += line.length - from;
      if (this.#dataLength > this.#limit) this.#refuse();
      this.#data.push(line.slice(from));
    } else if (field === "event") this.#event = line.slice(from);
  }

  #dispatch(): void {
    if (this.#data.length > 0) {
      const data = this.#data.length === 1 ? this.#data[0]! : this.#data.join("\n");
      this.#sink(data, this.#event);
      this.#data = [];
      this.#dataLength = 0;
    }
    this.#event = undefined;
  }

  #refuse(): never {
    throw new SseError("too-large", `an event is longer than ${this.#limit} characters`);
  }
}
