import type { Config } from "../../config/index.ts";
import type { RunOptions } from "../../runtime/index.ts";

const MEBIBYTE = 1024 ** 2;

/** What a run, or the inspection of a backend, may take of the machine by the configuration. */
export function resourcesOf({ sandbox }: Pick<Config, "sandbox">): RunOptions["resources"] {
  return {
    processes: sandbox.processes,
    memoryBytes: sandbox.memory_mb === undefined ? undefined : sandbox.memory_mb * MEBIBYTE,
    writtenBytes: sandbox.max_write_mb * MEBIBYTE,
    minFreeBytes: sandbox.min_free_mb * MEBIBYTE,
  };
}
