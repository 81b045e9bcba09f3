import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import { type KeySlotMemory, KeySlotTable } from "./key-slot-table.ts";

/** Finds the column of a key by its name: a map that the main thread sent, or the table itself. */
export interface Columns {
  get(name: string): number | undefined;
}

/** One thread's view of the table that counts the calls under way of each key. */
export class KeySlots {
  readonly #counters: Int32Array<SharedArrayBuffer>;
  readonly #rows: number;
  readonly #row: number;
  readonly #columns: Columns;

  constructor(memory: KeySlotMemory, row: number, columns: Columns) {
    this.#counters = new Int32Array(memory.buffer);
    this.#rows = memory.rows;
    this.#row = row;
    this.#columns = columns;
  }

  /** Counts the calls of a process that serves in one thread. */
  static forOneThread(): KeySlots {
    const table = new KeySlotTable(1);
    return new KeySlots(table.memory, 0, { get: (name) => table.columnOf(name) });
  }

  /** Takes a slot; throws `too_many_calls` when the key has as many calls under way as it may, in all threads. */
  take(caller: Caller): void {
    const own = this.#indexOf(caller);
    // Added first and checked afterwards: of two threads that want the last slot at the same time, at most one gets it.
    Atomics.add(this.#counters, own, 1);
    if (this.#sum(own - this.#row) <= caller.maxConcurrent) return;
    Atomics.sub(this.#counters, own, 1);
    throw new AbpError(
      "too_many_calls",
      `The key has ${caller.maxConcurrent} calls under way, which is its limit.`,
      { details: { limit: caller.maxConcurrent } },
    );
  }

  /** Returns a slot that this thread took. */
  release(caller: Caller): void {
    Atomics.sub(this.#counters, this.#indexOf(caller), 1);
  }

  /** The number of calls under way in this thread. */
  get total(): number {
    let total = 0;
    for (let at = this.#row; at < this.#counters.length; at += this.#rows) {
      total += Atomics.load(this.#counters, at);
    }
    return total;
  }

  #sum(first: number): number {
    let sum = 0;
    for (let at = first; at < first + this.#rows; at += 1) sum += Atomics.load(this.#counters, at);
    return sum;
  }

  #indexOf(caller: Caller): number {
    const column = this.#columns.get(caller.name);
    if (column === undefined) throw new AbpError("internal", "The caller's key has no column in the table.");
    return column * this.#rows + this.#row;
  }
}
