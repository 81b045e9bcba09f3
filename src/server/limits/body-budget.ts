import { AbpError } from "../../contract/index.ts";
import type { ByteBudget } from "../../lib/index.ts";

/** The limits of a budget, in bytes. */
export interface BodyLimits {
  /** For all keys and threads together. */
  readonly total: number;
  /** For the bodies of one key in one thread, so that one key cannot take everything. */
  readonly perKey: number;
}

/** The part of a budget that one key uses. */
export type BodyShare = Pick<ByteBudget, "take" | "release">;

const UNIT_BYTES = 1024;

/**
 * Limits the request bodies that are in memory at the same time: being received, waiting, or held by a call under way. All
 * serving threads share the limit. Each thread counts its own bytes and publishes them, rounded up to KiB, in its row of
 * the shared memory.
 */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #rows: Int32Array<SharedArrayBuffer>;
  readonly #row: number;
  readonly #byKey = new Map<string, number>();
  #used = 0;

  constructor(limits: BodyLimits, memory: SharedArrayBuffer, row: number) {
    this.#limits = limits;
    this.#rows = new Int32Array(memory);
    this.#row = row;
  }

  /** The budget of a process that serves in one thread. */
  static forOneThread(limits: BodyLimits): BodyBudget {
    return new BodyBudget(limits, new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT), 0);
  }

  /** The bytes that this thread has taken. */
  get used(): number {
    return this.#used;
  }

  /** Takes bytes for a body of a key; answers false, and takes nothing, if that would exceed a limit. */
  take(bytes: number, key: string): boolean {
    const ofKey = (this.#byKey.get(key) ?? 0) + bytes;
    if (ofKey > this.#limits.perKey) return false;
    // Published first and checked afterwards: of two threads that want the last bytes, at most one gets them.
    this.#publish(this.#used + bytes);
    if (this.#sum() * UNIT_BYTES > this.#limits.total) {
      this.#publish(this.#used - bytes);
      return false;
    }
    this.#byKey.set(key, ofKey);
    return true;
  }

  /** Gives back bytes that were taken for a key. */
  release(bytes: number, key: string): void {
    if (bytes === 0) return;
    this.#publish(this.#used - bytes);
    const left = (this.#byKey.get(key) ?? 0) - bytes;
    if (left > 0) this.#byKey.set(key, left);
    else this.#byKey.delete(key);
  }

  /** The budget as the connections of one key use it. */
  shareOf(key: string): BodyShare {
    return { take: (bytes) => this.take(bytes, key), release: (bytes) => this.release(bytes, key) };
  }

  #publish(used: number): void {
    this.#used = used;
    Atomics.store(this.#rows, this.#row, Math.ceil(used / UNIT_BYTES));
  }

  #sum(): number {
    let sum = 0;
    for (let row = 0; row < this.#rows.length; row += 1) sum += Atomics.load(this.#rows, row);
    return sum;
  }
}

/** The limits that the configuration sets. One body of the largest size always fits. */
export function bodyLimitsOf(limits: {
  readonly max_body_bytes: number;
  readonly max_total_body_bytes: number;
}): BodyLimits {
  const { max_body_bytes, max_total_body_bytes } = limits;
  // The sum counts every thread's bytes in whole units.
  const smallest = max_body_bytes + UNIT_BYTES;
  return {
    total: Math.max(max_total_body_bytes, smallest),
    perKey: Math.max((max_total_body_bytes / 4) * 3, smallest),
  };
}

/** The error of a body that finds no room. */
export function noRoomForBody(): AbpError {
  return new AbpError(
    "too_many_calls",
    "The request bodies under way, of this key or of all keys, take as much memory as they may.",
    {
      advice: "Try again in a moment, or raise `gateway.max_total_body_bytes`.",
      details: { setting: "gateway.max_total_body_bytes", retry_after_secs: 1 },
    },
  );
}
