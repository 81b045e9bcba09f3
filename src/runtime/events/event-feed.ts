import { AbpError, type AgentEvent } from "../../contract/index.ts";
import { FeedReader, MAX_EVENTS_BEHIND } from "./feed-reader.ts";

/** Where a feed finds events that it does not hold itself. */
export interface EarlierEvents {
  /** The first events of the run, in memory. */
  readonly kept: readonly AgentEvent[];
  /** Reads durable events from a sequence number on; undefined without a store. */
  readonly replay: ((fromSeq: number) => AsyncIterable<AgentEvent>) | undefined;
}

/**
 * The events of a run for its caller. A reader that is behind holds the run back; without a reader nothing is held, and a
 * later reader gets what memory or the store has.
 */
export class EventFeed implements AsyncIterable<AgentEvent> {
  readonly #earlier: EarlierEvents;
  #reader: FeedReader | undefined;
  #count = 0;
  #isClosed = false;
  #resume: (() => void) | undefined;

  constructor(earlier: EarlierEvents) {
    this.#earlier = earlier;
  }

  push(event: AgentEvent): void {
    const isKept = this.#count < this.#earlier.kept.length;
    this.#count += 1;
    if (!isKept) this.#reader?.hold(event);
    this.#reader?.wake();
  }

  /** Resolves when the reader has taken enough; at once without a reader. */
  ready(): Promise<void> {
    if (!this.#isBehind()) return Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    return promise;
  }

  /** No event follows. */
  close(): void {
    this.#isClosed = true;
    this.#reader?.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<AgentEvent, undefined> {
    if (this.#reader !== undefined) {
      throw new AbpError("stream_closed", "the events of this run have a reader already", {
        advice: "Read them once, and pass them on with `multiplexStream`.",
      });
    }
    const reader = new FeedReader(this.#count);
    this.#reader = reader;
    try {
      for (;;) {
        const seq = reader.position;
        if (seq < this.#count) {
          if (seq < this.#earlier.kept.length) yield this.#step(reader, this.#earlier.kept[seq]!);
          else if (seq < reader.joinedAt) yield* this.#replay(reader);
          else yield this.#step(reader, reader.take());
        } else if (this.#isClosed) {
          return undefined;
        } else {
          await reader.wait();
        }
      }
    } finally {
      this.#reader = undefined;
      this.#resume?.();
    }
  }

  /** The events between those in memory and those that arrived since the reader came. */
  async *#replay(reader: FeedReader): AsyncGenerator<AgentEvent, undefined> {
    for await (const event of this.#earlier.replay?.(reader.position) ?? []) {
      yield this.#step(reader, event);
      if (reader.position === reader.joinedAt) return;
    }
    throw new AbpError(
      "stream_closed",
      `the events from number ${reader.position} to ${reader.joinedAt - 1} are not in memory any more`,
      { advice: "Read the events from the beginning of the run, or run it with a log." },
    );
  }

  #step(reader: FeedReader, event: AgentEvent): AgentEvent {
    reader.position += 1;
    if (!this.#isBehind()) this.#resume?.();
    return event;
  }

  #isBehind(): boolean {
    return this.#reader !== undefined && this.#count - this.#reader.position >= MAX_EVENTS_BEHIND;
  }
}
