import { StringDecoder } from "node:string_decoder";
import { type Dialect, isMembers, type StreamCollector } from "../../dialects/index.ts";
import type { ByteBudget } from "../../lib/index.ts";
import { findHeader } from "../../lib/index.ts";
import { BodyCollector } from "../bytes/body-collector.ts";
import type { ResponseSink, Trailers } from "../exchange/response-sink.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { readBody } from "../slices/whole-body.ts";

/** The largest answer that is kept, and the longest event of a stream that is read. A larger one is passed on unkept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/**
 * Keeps an answer on its way to the caller, so that later calls can continue it. The caller may continue it at once, so
 * the bytes that complete the answer are held back until it is kept. Failed answers, and answers above the size limit,
 * pass on unkept.
 */
export class KeepingSink implements ResponseSink {
  readonly #sink: ResponseSink;
  readonly #dialect: Dialect;
  readonly #keep: (answer: unknown) => Promise<void>;
  readonly #slices: SliceQueue;
  /** Set if no event of a stream carries the whole answer. */
  readonly #collector: StreamCollector | undefined;
  // A character may be split between two chunks.
  readonly #decoder = new StringDecoder("utf8");
  readonly #held: BodyCollector;
  /** Whether the answer can still be kept. */
  #keeps = true;
  #isStream = false;
  #trailers: Trailers | undefined;
  #isEnded = false;
  /** The incomplete last line of the stream. */
  #line = "";
  /** The whole answer, once the stream has carried it. */
  #answer: unknown;
  /** Set while a long event is read in slices; what follows is held back until it is known. */
  #reading: Promise<void> | undefined;

  constructor(
    sink: ResponseSink,
    dialect: Dialect,
    budget: ByteBudget,
    keep: (answer: unknown) => Promise<void>,
    slices: SliceQueue,
    collector?: StreamCollector,
  ) {
    this.#sink = sink;
    this.#dialect = dialect;
    this.#held = new BodyCollector(budget, MAX_KEPT_BYTES);
    this.#keep = keep;
    this.#slices = slices;
    this.#collector = collector;
  }

  get source(): ResponseSink["source"] {
    return this.#sink.source;
  }

  set source(source: ResponseSink["source"]) {
    this.#sink.source = source;
  }

  head(status: number, headers: readonly string[]): void {
    this.#keeps = status < 400;
    this.#isStream = findHeader(headers, "content-type")?.startsWith("text/event-stream") === true;
    this.#sink.head(status, headers);
  }

  write(chunk: Uint8Array | string): boolean {
    if (!this.#keeps) return this.#sink.write(chunk);
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
    if (this.#isStream) this.#read(this.#decoder.write(bytes as Buffer));
    if (this.#isStream && this.#answer === undefined && this.#reading === undefined)
      return this.#sink.write(chunk);
    if (this.#held.add(bytes)) return true;
    this.#giveUp();
    return this.#sink.write(chunk);
  }

  end(chunk?: Uint8Array | string, trailers?: Trailers): void {
    this.#isEnded = true;
    this.#trailers = trailers;
    if (chunk !== undefined) {
      // Most answers are whole in one chunk; an unkept one needs no copy.
      if (!this.#keeps) {
        this.#sink.end(chunk, trailers);
        return;
      }
      this.write(chunk);
    }
    if (this.#reading !== undefined) void this.#reading.then(() => this.#complete(this.#answer));
    else if (this.#isStream || !this.#keeps) this.#complete(this.#answer);
    else {
      const answer = readBody(this.#held.join(), this.#slices);
      if (answer instanceof Promise) void answer.then((value) => this.#complete(value));
      else this.#complete(answer);
    }
  }

  #complete(answer: unknown): void {
    if (answer === undefined || !this.#keeps) this.#endSink();
    else void this.#keep(answer).then(this.#endSink);
  }

  break(): void {
    this.abandon();
    this.#sink.break();
  }

  /** Frees what is held of an answer that will never end. */
  abandon(): void {
    if (!this.#isEnded) this.#held.release();
  }

  readonly #endSink = (): void => {
    this.#flush();
    this.#sink.end(undefined, this.#trailers);
  };

  #flush(): void {
    if (this.#held.bytes > 0) this.#sink.write(this.#held.join());
    this.#held.release();
  }

  // The answer is too large to be kept: the caller gets it all the same.
  #giveUp(): void {
    this.#keeps = false;
    this.#line = "";
    this.#flush();
  }

  // Only few events of a stream contain a marker, so hardly any event is parsed.
  #read(text: string): void {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      this.#line += text;
      if (this.#line.length > MAX_KEPT_BYTES) this.#giveUp();
      return;
    }
    const lines = this.#line + text.slice(0, end);
    this.#line = text.slice(end);
    const { eventMarkers } = this.#dialect;
    const isWanted = (part: string) =>
      this.#collector !== undefined || eventMarkers.some((marker) => part.includes(marker));
    if (!isWanted(lines)) return;
    for (const line of lines.split("\n")) {
      if (line.startsWith("data:") && isWanted(line)) this.#readEvent(Buffer.from(line.slice(5)));
    }
  }

  // Events are taken in their order: those after a long one wait for it.
  #readEvent(data: Buffer): void {
    const before = this.#reading;
    const event =
      before === undefined ? readBody(data, this.#slices) : before.then(() => readBody(data, this.#slices));
    if (!(event instanceof Promise)) {
      this.#takeEvent(event);
      return;
    }
    const reading: Promise<void> = event.then((value) => {
      this.#takeEvent(value);
      if (this.#reading !== reading) return;
      this.#reading = undefined;
      // It was not the last event: the stream goes on.
      if (this.#answer === undefined && !this.#isEnded) this.#flush();
    });
    this.#reading = reading;
  }

  #takeEvent(event: unknown): void {
    if (!isMembers(event)) return;
    this.#collector?.push(event);
    if (this.#dialect.observe(event).end !== "complete") return;
    this.#answer =
      this.#collector === undefined ? this.#dialect.state?.finalOf(event) : this.#collector.answer();
  }
}
