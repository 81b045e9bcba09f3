import type { ProcessLimits } from "../process/index.ts";
import type { Backend } from "./backend.ts";

/** What every entry of `[backends]` says whose backend starts a program. */
export interface ProgramEntry {
  /** Names of our variables that the program gets besides the usual ones. */
  readonly pass_env?: readonly string[] | undefined;
  /** Further variables, each as `NAME=value`. */
  readonly env?: readonly string[] | undefined;
  readonly memory_mb?: number | undefined;
  readonly processes?: number | undefined;
  /** Paths that the program may read inside the sandbox. */
  readonly read_only?: readonly string[] | undefined;
  readonly timeout_secs?: number | undefined;
  readonly idle_timeout_secs?: number | undefined;
  readonly priority?: number | undefined;
}

/** The settings of a backend that its entry states. */
export type EntrySettings = Pick<Backend, "priority" | "timeoutMs" | "idleMs"> & {
  readonly limits: ProcessLimits;
};

const MEBIBYTE = 1024 * 1024;

export function settingsOf(entry: ProgramEntry): EntrySettings {
  const { memory_mb, processes, timeout_secs, idle_timeout_secs, priority } = entry;
  return {
    priority,
    timeoutMs: timeout_secs === undefined ? undefined : timeout_secs * 1000,
    idleMs: idle_timeout_secs === undefined ? undefined : idle_timeout_secs * 1000,
    limits: {
      ...(memory_mb === undefined ? {} : { memoryBytes: memory_mb * MEBIBYTE }),
      ...(processes === undefined ? {} : { processes }),
    },
  };
}
