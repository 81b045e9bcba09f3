import type { StoreHealth } from "../../ledger/store.ts";

// The reasons go to callers without a key, so they name no path. A state is the index of its reason; 0 is healthy.
const REASONS = [
  "",
  "the disk is full",
  "another process keeps the ledger locked",
  "the ledger is read-only",
  "a write to the disk failed, and the ledger stays closed until a restart",
  "the writer of the ledger has ended",
] as const;

const STATES = { full: 1, locked: 2, readOnly: 3, failed: 4, ended: 5 } as const;

/** Why the ledger cannot write. */
export type WriteFault = keyof typeof STATES;

const OK: StoreHealth = { ok: true };

/** Whether the writer can write, in memory that all threads of the process share. */
export class WriterHealth {
  readonly memory: SharedArrayBuffer;
  readonly #state: Int32Array;

  constructor(memory = new SharedArrayBuffer(4)) {
    this.memory = memory;
    this.#state = new Int32Array(memory);
  }

  fail(fault: WriteFault): void {
    this.#state[0] = STATES[fault];
  }

  /** Called after each write that succeeded. */
  clear(): void {
    if (this.#state[0] !== 0) this.#state[0] = 0;
  }

  get current(): StoreHealth {
    const state = this.#state[0] as number;
    return state === 0 ? OK : { ok: false, reason: REASONS[state] as string };
  }
}
