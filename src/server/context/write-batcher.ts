/** A response with bytes to write. */
export interface BatchedWriter {
  /** When the batcher last called `send`, by the batcher's clock. The batcher sets it. */
  sentAt: number;
  /** Writes the buffered bytes to the socket. */
  send(): void;
  /** Called when `send` throws. Must not throw. */
  fail(error: unknown): void;
}

/**
 * The shortest time between two writes of the same stream. Each write to a socket costs a system call, so a stream that
 * produces bytes faster than this is written in larger chunks.
 */
const MIN_WRITE_INTERVAL_MS = 3;

/**
 * Writes responses in batches: all responses that have bytes at the end of an event-loop turn are written one after the
 * other, which costs less than a write at a time. A failing write does not affect the rest of its batch.
 */
export class WriteBatcher {
  readonly #now: () => number;
  #turn: BatchedWriter[] = [];
  #delayed: BatchedWriter[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Schedules a write for the end of this event-loop turn. */
  add(writer: BatchedWriter): void {
    if (this.#turn.push(writer) === 1) setImmediate(this.#flushTurn);
  }

  /** Schedules a further write of a stream: for the end of this turn, or later if the stream was written just now. */
  addPart(writer: BatchedWriter): void {
    if (this.#now() - writer.sentAt >= MIN_WRITE_INTERVAL_MS) this.add(writer);
    else if (this.#delayed.push(writer) === 1) setTimeout(this.#flushDelayed, MIN_WRITE_INTERVAL_MS);
  }

  readonly #flushTurn = (): void => {
    const batch = this.#turn;
    this.#turn = [];
    this.#send(batch);
  };

  readonly #flushDelayed = (): void => {
    const batch = this.#delayed;
    this.#delayed = [];
    this.#send(batch);
  };

  #send(batch: readonly BatchedWriter[]): void {
    const now = this.#now();
    for (const writer of batch) {
      writer.sentAt = now;
      try {
        writer.send();
      } catch (error) {
        writer.fail(error);
      }
    }
  }
}
