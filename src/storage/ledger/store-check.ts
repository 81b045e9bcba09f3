import type { Finding, HeldLogVerification } from "../../receipts/index.ts";

/** A fault of a stored log, and the next step of its owner. */
export interface LogFault extends Finding {
  readonly tenant: string;
  readonly advice?: string;
}

/** The number of runs that have begun and have no receipt: of living processes, and of processes that have ended. */
export interface OpenRunCount {
  readonly running: number;
  readonly interrupted: number;
}

/** The result of checking one log: `verification` holds every fault that is about it. */
export interface LogCheck {
  readonly tenant: string;
  readonly verification: HeldLogVerification;
  /** The stored bytes of every receipt. */
  readonly entries: readonly Uint8Array[];
  readonly openRuns: OpenRunCount;
}

/** The result of checking a whole store. */
export interface StoreCheck {
  /** Damage of the store that is not about one log, such as pages of a database. */
  readonly damage: readonly Finding[];
  /** The logs of all tenants, also of those of which only traces are left. */
  readonly logs: readonly LogCheck[];
  /** What to do about the faults, in the order of the faults. */
  readonly advice: readonly string[];
}
