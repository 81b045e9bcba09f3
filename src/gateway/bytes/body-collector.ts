import type { ByteBudget } from "../../lib/index.ts";
import { joinChunks } from "./join-chunks.ts";

/** Collects the chunks of a body up to a size limit, on the account of the budget that all calls share. */
export class BodyCollector {
  readonly #budget: ByteBudget;
  readonly #limit: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(budget: ByteBudget, limit: number) {
    this.#budget = budget;
    this.#limit = limit;
  }

  /** Adds a chunk; answers false, and keeps what it has, if the body is too large or the budget is spent. */
  add(chunk: Uint8Array): boolean {
    if (this.#bytes + chunk.length > this.#limit || !this.#budget.take(chunk.length)) return false;
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    return true;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The whole body so far. A single chunk is not copied. */
  join(): Buffer {
    return joinChunks(this.#chunks, this.#bytes);
  }

  /** Drops the chunks and returns their share of the budget. May be called more than once. */
  release(): void {
    this.#budget.release(this.#bytes);
    this.#chunks = [];
    this.#bytes = 0;
  }
}
