import type { AnswerSource, OpenCall, ResponseSink } from "../gateway/index.ts";

/** How many bytes wait for a slow reader before the gateway is asked to pause. */
const HIGH_WATER = 65_536;

/** Statuses whose responses have no body (Fetch standard, "null body status"). */
const BODILESS = new Set([101, 103, 204, 205, 304]);

/** The answer to one call, as a `Response` whose body is read at the reader's pace. */
export class AnswerStream implements ResponseSink {
  source: AnswerSource | undefined = undefined;
  /** Settles with the head of the answer. */
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

  /** Listens to the caller's signal until the answer is over. */
  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Nobody waits for the answer to a call that could not be started.
    this.response.catch(() => undefined);
    this.#stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#resume(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: HIGH_WATER }),
    );
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#abort();
  }

  /** Takes the call that gives the answer, so that a caller who goes away can be reported to it. */
  attach(call: OpenCall): void {
    this.#call = call;
    if (this.#hasLeft) call.leave("client_gone");
  }

  head(status: number, headers: readonly string[]): void {
    if (this.#isOver) return;
    const body = BODILESS.has(status) ? null : this.#stream;
    this.#resolve(new Response(body, { status, headers: toHeaders(headers) }));
  }

  write(chunk: Uint8Array | string): boolean {
    if (this.#isOver) return false;
    this.#controller.enqueue(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    this.#isPaused = (this.#controller.desiredSize ?? 0) <= 0;
    return !this.#isPaused;
  }

  end(chunk?: Uint8Array | string): void {
    if (this.#isOver) return;
    if (chunk !== undefined && chunk.length > 0) this.write(chunk);
    this.#finish();
    this.#controller.close();
  }

  break(): void {
    // What `fetch` itself fails with when a connection ends too early.
    this.#fail(new TypeError("terminated", { cause: new Error("the answer was broken off") }));
  }

  #abort(): void {
    if (this.#isOver) return;
    this.#fail(this.#signal?.reason);
    this.#sayGone();
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#sayGone();
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

  #sayGone(): void {
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
      // An engine's header that is not well formed is nothing that a fetch would have shown either.
    }
  }
  return headers;
}
