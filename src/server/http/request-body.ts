import { BufferGarbage } from "../../gateway/index.ts";
import type { BodyBudget } from "../limits/body-budget.ts";

/** From this size on, an announced body is read into one buffer. For smaller ones that is no faster. */
const LARGE_BODY_BYTES = 128 * 1024;
/**
 * Large bodies of finished calls are collected after so many bytes. V8 itself would wait for 64 MB of them, and then collect
 * twice, which moves the bodies of calls under way to the old generation.
 */
const COLLECT_AFTER_BODY_BYTES = 24 * 1024 * 1024;

/** The garbage of all connections of this thread. */
const bodyGarbage = new BufferGarbage(COLLECT_AFTER_BODY_BYTES);

/** The body of one request while it is received, and its share of the budget for bodies until the call is over. */
export class RequestBody {
  readonly #budget: BodyBudget;
  readonly #key: string;
  #chunks: Buffer[] = [];
  /** Takes the chunks of a large body whose length is announced, which would otherwise be in memory twice. */
  #whole: Buffer | undefined;
  #length = 0;
  #heldBytes = 0;

  /** `key` is the name of the caller's key. */
  constructor(budget: BodyBudget, key: string) {
    this.#budget = budget;
    this.#key = key;
  }

  /** How many bytes were received. */
  get length(): number {
    return this.#length;
  }

  /** Takes room for a body of an announced length; answers false if there is none. */
  announce(length: number): boolean {
    if (!this.#reserve(length)) return false;
    if (length >= LARGE_BODY_BYTES) this.#whole = Buffer.allocUnsafeSlow(length);
    return true;
  }

  /** Adds a chunk, which is counted unless it was announced; answers false if there is no room for it. */
  add(chunk: Buffer): boolean {
    const start = this.#length;
    this.#length += chunk.length;
    if (this.#length > this.#heldBytes && !this.#reserve(this.#length - this.#heldBytes)) return false;
    if (this.#whole === undefined) this.#chunks.push(chunk);
    else {
      this.#whole.set(chunk, start);
      free(chunk);
    }
    return true;
  }

  /** Hands the whole body over. Its room stays taken until `release`. */
  take(): Buffer {
    const [first] = this.#chunks;
    const body =
      this.#whole ??
      (first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#length));
    this.drop();
    return body;
  }

  /** Forgets what was received. */
  drop(): void {
    this.#chunks = [];
    this.#whole = undefined;
  }

  /** Gives the room back. May be called more than once. */
  release(): void {
    const bytes = this.#heldBytes;
    this.#heldBytes = 0;
    if (bytes >= LARGE_BODY_BYTES) bodyGarbage.count(bytes);
    this.#budget.release(bytes, this.#key);
  }

  #reserve(bytes: number): boolean {
    if (!this.#budget.take(bytes, this.#key)) return false;
    this.#heldBytes += bytes;
    return true;
  }
}

// Gives the memory of a chunk back at once. One that is a part of a larger buffer has other users.
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
