/** Above this many bytes that wait for the reader, the caller is not read from. */
const PAUSE_BYTES = 64 * 1024;

/** The request that a streamed body comes from. */
export interface BodySource {
  pause(): unknown;
  resume(): unknown;
}

const DONE = { done: true, value: undefined } as const;

/**
 * A request's body that is handed over while it is received. It holds little: a reader that waits lets the caller wait. It can
 * be read once.
 */
export class StreamedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #source: BodySource;
  readonly #onFirstRead: () => void;
  readonly #chunks: Buffer[] = [];
  #heldBytes = 0;
  #receivedBytes = 0;
  #hasEnded = false;
  #hasReader = false;
  #isPaused = false;
  #error: unknown;
  #hasFailed = false;
  #waiting: PromiseWithResolvers<IteratorResult<Uint8Array, undefined>> | undefined;

  /** The most bytes that it may have. The owner enforces it. */
  readonly maxBytes: number;

  /** `onFirstRead` is called when the body is wanted for the first time. */
  constructor(source: BodySource, onFirstRead: () => void, maxBytes = Number.POSITIVE_INFINITY) {
    this.maxBytes = maxBytes;
    this.#source = source;
    this.#onFirstRead = onFirstRead;
  }

  /** The bytes that wait for the reader. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** How many bytes were received. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** Whether the reader waits for the caller. */
  get isStarved(): boolean {
    return this.#waiting !== undefined;
  }

  /** Whether nothing more is taken: the body is complete, it failed, or the reader wants no more of it. */
  get isOver(): boolean {
    return this.#hasEnded || this.#hasFailed;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Takes a chunk from the caller. */
  push(chunk: Buffer): void {
    this.#receivedBytes += chunk.length;
    if (this.isOver) return;
    if (this.#waiting !== undefined) {
      this.#settle({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < PAUSE_BYTES || this.#isPaused) return;
    this.#isPaused = true;
    this.#source.pause();
  }

  /** The caller has sent everything. */
  end(): void {
    if (this.isOver) return;
    this.#hasEnded = true;
    this.#settle(DONE);
  }

  /** Ends the body with an error, which the reader gets next. */
  fail(error: unknown): void {
    if (this.isOver) return;
    this.#hasFailed = true;
    this.#error = error;
    this.#drop();
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  next(): Promise<IteratorResult<Uint8Array, undefined>> {
    if (!this.#hasReader) {
      this.#hasReader = true;
      this.#onFirstRead();
    }
    if (this.#hasFailed) return Promise.reject(this.#error);
    const chunk = this.#chunks.shift();
    if (chunk !== undefined) {
      this.#heldBytes -= chunk.length;
      if (this.#chunks.length === 0) this.#resume();
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.#hasEnded) return Promise.resolve(DONE);
    this.#waiting = Promise.withResolvers();
    return this.#waiting.promise;
  }

  /** The reader wants no more. What still comes is dropped. */
  return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#hasEnded = true;
    this.#drop();
    this.#settle(DONE);
    return Promise.resolve(DONE);
  }

  #settle(result: IteratorResult<Uint8Array, undefined>): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(result);
  }

  #drop(): void {
    this.#chunks.length = 0;
    this.#heldBytes = 0;
    this.#resume();
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#source.resume();
  }
}
