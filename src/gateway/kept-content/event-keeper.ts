import { AbpError } from "../../contract/index.ts";
import { type Dialect, isMembers, type Members, type StateCodec } from "../../dialects/index.ts";
import { parseAsWritten, SseReader } from "../../lib/index.ts";
import type { ResponseStore } from "../../storage/index.ts";
import type { ResponseSink } from "../exchange/response-sink.ts";

/** How much waits to be stored before the engine pauses, in characters. */
const MAX_WAITING = 256 * 1024;

/** A response of the background whose events are kept. */
export interface KeptStream {
  readonly id: string;
  readonly dialect: Dialect;
  readonly state: StateCodec;
  readonly responses: Pick<ResponseStore, "addEvents">;
  /** The request as the caller sent it. */
  readonly request: Members;
}

/**
 * Receives the answer to a call that is streamed from the background, and stores its events under the id that was given out.
 * The engine pauses while much waits to be stored.
 */
export class EventKeeper implements ResponseSink {
  source: ResponseSink["source"];
  readonly #stream: KeptStream;
  readonly #reader: SseReader;
  readonly #final = Promise.withResolvers<Members>();
  #status = 0;
  #isStream = false;
  /** The body of an answer that is no stream. */
  #body = "";
  #lines: string[] = [];
  #waiting = 0;
  /** The number of events so far. */
  #count = 0;
  #hasEnd = false;
  #storing: Promise<void> | undefined;

  constructor(stream: KeptStream) {
    this.#stream = stream;
    this.#reader = new SseReader((data) => this.#take(data));
    // `answer` rejects if the stream breaks, even if nothing waits for it yet.
    this.#final.promise.catch(() => undefined);
  }

  /** The answer that the stream carried. Rejects if it broke off, and with the error of an answer that is no stream. */
  get answer(): Promise<Members> {
    return this.#final.promise;
  }

  head(status: number, headers: readonly string[]): void {
    this.#status = status;
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === "content-type");
    this.#isStream = status < 400 && headers[at + 1]?.startsWith("text/event-stream") === true;
  }

  write(chunk: Uint8Array | string): boolean {
    if (!this.#isStream) {
      this.#body += Buffer.from(chunk).toString("utf8");
      return true;
    }
    this.#reader.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    this.#storing ??= this.#store();
    return this.#waiting < MAX_WAITING;
  }

  end(chunk?: Uint8Array | string): void {
    if (chunk !== undefined) this.write(chunk);
    if (!this.#isStream) {
      const value = readJson(this.#body);
      const { message } = this.#stream.dialect.readError(this.#status, value);
      this.#final.reject(new AbpError("backend_unavailable", message, { details: { status: this.#status } }));
      return;
    }
    this.#reader.end();
    this.break();
  }

  // Does nothing after the last event.
  break(): void {
    this.#final.reject(new AbpError("stream_closed", "the response was broken off"));
  }

  /** Stores the events that wait, and the end of a response whose stream had none. */
  async close(response: Members): Promise<void> {
    const { state } = this.#stream;
    if (!this.#hasEnd) {
      const [created] = state.replay(response);
      if (this.#count === 0 && created !== undefined) this.#add(created);
      this.#add(state.endOf(response, this.#count));
    }
    await this.#storing;
    await this.#store();
  }

  #take(data: string): void {
    const event = readJson(data);
    if (!isMembers(event) || this.#hasEnd) return;
    const { id, dialect, state, request } = this.#stream;
    const written = state.writeEvent(id, event, this.#count, request);
    this.#add(written);
    if (dialect.observe(event).end === undefined) return;
    this.#hasEnd = true;
    const final = state.finalOf(written);
    if (isMembers(final)) this.#final.resolve(final);
  }

  #add(event: Members): void {
    const line = JSON.stringify(event);
    this.#lines.push(line);
    this.#waiting += line.length;
    this.#count += 1;
  }

  async #store(): Promise<void> {
    const { id, responses } = this.#stream;
    while (this.#lines.length > 0) {
      const lines = this.#lines;
      this.#lines = [];
      this.#waiting = 0;
      // False if the response was cancelled or deleted: nobody reads the events then.
      await responses.addEvents(id, this.#count - lines.length, lines).catch(() => false);
      this.source?.resume();
    }
    this.#storing = undefined;
  }
}

/** The value of a JSON text; undefined for any other text. */
export function readJson(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    // The end mark of a stream, or the body of a proxy's error, is no JSON.
    return undefined;
  }
}
