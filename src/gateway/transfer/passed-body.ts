import { createHash } from "node:crypto";
import type { BodyDigest } from "../../contract/index.ts";
import { joinChunks } from "../bytes/join-chunks.ts";
import type { BodySplice, BodyWatch, FirstBytes } from "./transfer-plan.ts";

/** The reason why no more of a body is passed on. */
const STOPPED = new Error("the body is no longer passed on");

/**
 * A request's body on its way to the engine. It holds at most the first bytes, and later one chunk: the last one leaves only
 * after the watch has approved of the whole.
 */
export class PassedBody {
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** What was received before the call was planned. */
  #first: Uint8Array[] = [];
  /** Received, and not passed on yet. */
  #held: Uint8Array | undefined;
  readonly #sent = createHash("sha256");
  #sentBytes = 0;
  /** Counts what was received if that differs from what is passed on. */
  #received = this.#sent;
  #receivedBytes = 0;
  #isReceived = false;
  #isPassed = false;
  #isStopped = false;
  #isHalted = false;
  #endWait: (() => void) | undefined;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Whether the engine got everything. */
  get isPassed(): boolean {
    return this.#isPassed;
  }

  /** The bytes that this object holds now. */
  get heldBytes(): number {
    return this.#first.reduce((sum, chunk) => sum + chunk.length, this.#held?.length ?? 0);
  }

  /** Receives the beginning of the body: `limit` bytes and what came with them, or all of it. */
  async readFirst(limit: number): Promise<FirstBytes> {
    while (this.#receivedBytes < limit) {
      const chunk = await this.#next();
      if (chunk === undefined) break;
      this.#first.push(chunk);
    }
    const bytes = joinChunks(this.#first);
    this.#first = [bytes];
    return { bytes, isWhole: this.#isReceived };
  }

  /** Passes the body on. Throws what the source and the watch throw, and if it was stopped. Called once. */
  async *pass(
    watch: BodyWatch | undefined,
    splice: BodySplice | undefined,
  ): AsyncGenerator<Uint8Array, void> {
    if (splice !== undefined) this.#received = createHash("sha256");
    const first = joinChunks(this.#first);
    this.#first = [];
    if (first.length > 0) {
      if (splice !== undefined) this.#received.update(first);
      watch?.push(first);
      this.#held = splice === undefined ? first : spliced(first, splice);
    }
    for (let chunk = await this.#next(); chunk !== undefined; chunk = await this.#next()) {
      if (splice !== undefined) this.#received.update(chunk);
      watch?.push(chunk);
      if (this.#held !== undefined) yield this.#pass(this.#held);
      this.#held = chunk;
    }
    await watch?.end();
    if (this.#isStopped || this.#isHalted) await this.#wait();
    if (this.#held !== undefined) yield this.#pass(this.#held);
    this.#held = undefined;
    this.#isPassed = true;
  }

  /** Reads no further, because the engine has answered already. What waits for the next chunk goes on to wait. */
  halt(): void {
    this.#isHalted = true;
  }

  /** Reads no further, and ends what waits for the next chunk with an error: the engine never takes it for the end. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#endWait?.();
    if (!this.#isReceived) void this.#chunks.return?.().catch(() => undefined);
  }

  /** The digests of what was received and of what was passed on. Nothing may be passed on afterwards. */
  digests(): { readonly received: BodyDigest; readonly sent: BodyDigest } {
    const sent = { bytes: this.#sentBytes, sha256: this.#sent.copy().digest("hex") };
    const received = this.#received.copy();
    if (this.#received === this.#sent) {
      for (const chunk of this.#first) received.update(chunk);
      if (this.#held !== undefined) received.update(this.#held);
    }
    return { received: { bytes: this.#receivedBytes, sha256: received.digest("hex") }, sent };
  }

  #pass(chunk: Uint8Array): Uint8Array {
    this.#held = undefined;
    this.#sent.update(chunk);
    this.#sentBytes += chunk.length;
    return chunk;
  }

  // Without a promise of its own around each chunk's: such promises survive collections of young memory, and with them the
  // chunks, up to a hundred megabytes. The source's `return()` ends a `next()` that waits.
  async #next(): Promise<Uint8Array | undefined> {
    if (this.#isReceived) return undefined;
    if (this.#isStopped || this.#isHalted) return this.#wait();
    const next = await this.#chunks.next().catch((error: unknown) => {
      if (this.#isHalted) return this.#wait();
      throw error;
    });
    if (this.#isStopped || this.#isHalted) return this.#wait();
    if (next.done === true) {
      this.#isReceived = true;
      return undefined;
    }
    this.#receivedBytes += next.value.length;
    return next.value;
  }

  #wait(): Promise<never> {
    if (this.#isStopped) return Promise.reject(STOPPED);
    return new Promise((_, reject) => {
      this.#endWait = () => reject(STOPPED);
    });
  }
}

function spliced(first: Uint8Array, { start, end, text }: BodySplice): Uint8Array {
  return joinChunks([first.subarray(0, start), Buffer.from(text), first.subarray(end)]);
}
