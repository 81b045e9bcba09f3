import type { AnswerSource, OpenCall, ResponseSink } from "../gateway/index.ts";

/** The gateway pauses when this many bytes wait for a slow reader. */
const MAX_WAITING_BYTES = 65_536;

/** Statuses of responses without a body (Fetch standard, "null body status"). `Response` refuses 101 and 103. */
const STATUSES_WITHOUT_BODY = new Set([204, 205, 304]);

/** Turns the answer to one call into a `Response`. The gateway pauses while the reader is slow. */
export class AnswerStream implements ResponseSink {
  source: AnswerSource | undefined = undefined;
  /** Resolves with the head of the answer. */
  readonly response: Promise<Response>;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#abort();
  readonly #stream: ReadableStream<Uint8Array>;
  #resolve!: (response: Response) => void;
  #reject!: (reason: unknown) => void;
  #controller!: ReadableStreamDefaultController<Uint8Array>;
  #call: OpenCall | undefined;
  #isPaused = false;
  #isOver = false;
  #hasLeft = false;

  /** Follows the caller's signal until the answer has ended. */
  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // When a call cannot be started, nobody waits for this promise.
    this.response.catch(() => undefined);
    this.#stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resume(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
    );
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#abort();
  }

  /** Sets the call to inform when the caller goes away, and informs it at once if the caller has already gone. */
  attach(call: OpenCall): void {
    this.#call = call;
    if (this.#hasLeft) call.leave("client_gone");
  }

  head(status: number, headers: readonly string[]): void {
    if (this.#isOver) return;
    const body = STATUSES_WITHOUT_BODY.has(status) ? null : this.#stream;
    this.#resolve(new Response(body, { status, headers: toHeaders(headers) }));
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#isOver) return false;
    this.#controller.enqueue(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    this.#isPaused = this.#controller.desiredSize! <= 0;
    return !this.#isPaused;
  }

  end(chunk?: Uint8Array | string): void {
    if (this.#isOver) return;
    if (chunk !== undefined && chunk.length > 0) this.write(chunk);
    this.#finish();
    this.#controller.close();
  }

  break(): void {
    // The same error as that of `fetch` when a connection ends too early.
    this.#fail(new TypeError("terminated", { cause: new Error("the answer was broken off") }));
  }

  #abort(): void {
    this.#fail(this.#signal?.reason);
    this.#reportGone();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reportGone();
  }

  #resume(): void {
    if (!this.#isPaused || this.#isOver) return;
    this.#isPaused = false;
    this.source?.resume();
  }

  #fail(reason: unknown): void {
    if (this.#isOver) return;
    this.#finish();
    this.#reject(reason);
    this.#controller.error(reason);
  }

  #finish(): void {
    this.#isOver = true;
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  #reportGone(): void {
    this.#hasLeft = true;
    this.#call?.leave("client_gone");
  }
}

function toHeaders(list: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < list.length; at += 2) {
    try {
      headers.append(list[at]!, list[at + 1]!);
    } catch {
      // `fetch` also leaves out malformed headers of a server.
    }
  }
  return headers;
}
