import { AbpError } from "../../contract/index.ts";

/** The memory of a table, as another thread gets it. Plain data: it can be posted to a thread. */
export interface KeySlotMemory {
  /** One 32-bit counter per column and row; the rows of a column stand side by side. */
  readonly buffer: SharedArrayBuffer;
  readonly rows: number;
  /** For each row, how much memory request bodies take in that thread; see `BodyBudget`. */
  readonly bodies: SharedArrayBuffer;
}

const BYTES_PER_COUNTER = Int32Array.BYTES_PER_ELEMENT;
/** Bounds the address space that a table reserves; no memory is used until keys are assigned. */
const MAX_KEYS = 65_536;

/**
 * Counters of the calls under way, shared by all serving threads: one row for each thread, one column for each key.
 * Only the main thread has the table. It assigns the columns and clears the row of a thread that died.
 */
export class KeySlotTable {
  readonly memory: KeySlotMemory;
  readonly #columns = new Map<string, number>();

  constructor(rows: number) {
    const maxByteLength = MAX_KEYS * rows * BYTES_PER_COUNTER;
    const bodies = new SharedArrayBuffer(rows * BYTES_PER_COUNTER);
    this.memory = { buffer: new SharedArrayBuffer(0, { maxByteLength }), rows, bodies };
  }

  /** The column of every key seen so far, by the key's name. */
  get columns(): ReadonlyMap<string, number> {
    return this.#columns;
  }

  /**
   * Returns the column of a key and assigns the next free one to a new key. A key keeps its column for the life of the
   * table, so that calls under way are still counted when the key is removed and added again.
   */
  columnOf(name: string): number {
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const column = this.#columns.size;
    if (column >= MAX_KEYS) {
      throw new AbpError("config_invalid", `The daemon has seen more than ${MAX_KEYS} key names.`, {
        where: "keys",
        advice: "Remove keys that are not used, and start the daemon again.",
      });
    }
    const { buffer, rows } = this.memory;
    buffer.grow((column + 1) * rows * BYTES_PER_COUNTER);
    this.#columns.set(name, column);
    return column;
  }

  /** Sets all counters of a row to zero, those of bodies included. The caller makes sure that the row's thread has ended. */
  clearRow(row: number): void {
    const counters = new Int32Array(this.memory.buffer);
    for (let at = row; at < counters.length; at += this.memory.rows) Atomics.store(counters, at, 0);
    Atomics.store(new Int32Array(this.memory.bodies), row, 0);
  }
}
