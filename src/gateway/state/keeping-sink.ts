import { StringDecoder } from "node:string_decoder";
import { type Dialect, isMembers } from "../../dialects/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { ResponseSink } from "../exchange.ts";

/**
 * An answer that later calls may continue: what completes it goes out only after it is kept, because its caller may
 * continue it at once. It sees what the caller gets, so that it is the same for every way through the house.
 */
export class KeepingSink implements ResponseSink {
  readonly #sink: ResponseSink;
  readonly #dialect: Dialect;
  readonly #keep: (answer: unknown) => Promise<void>;
  // A character may be split between two pieces.
  readonly #decoder = new StringDecoder("utf8");
  readonly #held: (Uint8Array | string)[] = [];
  #isFailure = false;
  #isStream = false;
  /** The beginning of a line of the stream whose end has not come. */
  #line = "";
  #answer: unknown;

  constructor(sink: ResponseSink, dialect: Dialect, keep: (answer: unknown) => Promise<void>) {
    this.#sink = sink;
    this.#dialect = dialect;
    this.#keep = keep;
  }

  get source(): ResponseSink["source"] {
    return this.#sink.source;
  }

  set source(source: ResponseSink["source"]) {
    this.#sink.source = source;
  }

  head(status: number, headers: readonly string[]): void {
    this.#isFailure = status >= 400;
    this.#isStream = findHeader(headers, "content-type")?.startsWith("text/event-stream") === true;
    this.#sink.head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#isFailure) return this.#sink.write(chunk);
    if (this.#isStream) this.#look(this.#decoder.write(Buffer.from(chunk)));
    if (this.#isStream && this.#answer === undefined) return this.#sink.write(chunk);
    this.#held.push(chunk);
    return true;
  }

  end(chunk?: Uint8Array | string): void {
    if (this.#isFailure) {
      this.#sink.end(chunk);
      return;
    }
    if (chunk !== undefined) this.write(chunk);
    const answer = this.#isStream
      ? this.#answer
      : parse(Buffer.concat(this.#held.map((one) => Buffer.from(one))).toString("utf8"));
    if (answer === undefined) this.#release();
    else void this.#keep(answer).then(this.#release);
  }

  break(): void {
    this.#sink.break();
  }

  readonly #release = (): void => {
    for (const chunk of this.#held) this.#sink.write(chunk);
    this.#sink.end();
  };

  // Only few events of a stream carry a mark, so that hardly any is parsed.
  #look(text: string): void {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#line += text;
      return;
    }
    const lines = this.#line + text.slice(0, end);
    this.#line = text.slice(end);
    const { eventMarkers, state } = this.#dialect;
    if (!eventMarkers.some((marker) => lines.includes(marker))) return;
    for (const line of lines.split("\n")) {
      if (!line.startsWith("data:") || !eventMarkers.some((marker) => line.includes(marker))) continue;
      const event = parse(line.slice(5));
      if (isMembers(event) && this.#dialect.observe(event).end === "complete")
        this.#answer = state?.finalOf(line);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON cannot be continued, and goes to the caller as it is.
    return undefined;
  }
}
