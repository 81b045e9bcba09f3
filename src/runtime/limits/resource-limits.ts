import { totalmem } from "node:os";
import type { WorkOrder } from "../../contract/index.ts";
import type { HeldLimits, ProcessLimits } from "../../process/index.ts";

const MEBIBYTE = 1024 ** 2;

/** What a run may take of the machine. What is not set has a default. */
export interface ResourceLimits {
  /** The most processes and threads at the same time; 1,024 by default. */
  readonly processes?: number | undefined;
  /** The most memory of all processes together; three quarters of the machine's by default. */
  readonly memoryBytes?: number | undefined;
  /** The most that a run may write to its workspace and its home; 10 GiB by default. */
  readonly writtenBytes?: number | undefined;
  /** What must stay free on the disk that it writes to; 512 MiB by default. */
  readonly minFreeBytes?: number | undefined;
}

const DEFAULT_PROCESSES = 1024;
const DEFAULT_WRITTEN_BYTES = 10_240 * MEBIBYTE;
const DEFAULT_MIN_FREE_BYTES = 512 * MEBIBYTE;
const MEMORY_SHARE = 0.75;

/** The limits of one run, with every default. */
export interface RunResources {
  readonly process: ProcessLimits;
  readonly writtenBytes: number;
  readonly minFreeBytes: number;
}

/**
 * The limits of a run. Those of its backend replace the configured ones. The order can only make them tighter. A limit that
 * nobody set is not put on each process alone if nothing holds the whole tree: programs reserve more than they use.
 */
export function runResources(
  configured: ResourceLimits = {},
  backend: ProcessLimits = {},
  limits: WorkOrder["limits"] = {},
): RunResources {
  const memory = leastOf(backend.memoryBytes ?? configured.memoryBytes, limits.memory_bytes);
  const defaultMemory = Math.floor(machineMemory() * MEMORY_SHARE);
  return {
    process: {
      processes: leastOf(backend.processes ?? configured.processes ?? DEFAULT_PROCESSES, limits.processes)!,
      memoryBytes: memory ?? defaultMemory,
      ...(memory === undefined ? { isMemoryOfTree: true } : {}),
    },
    writtenBytes: leastOf(configured.writtenBytes ?? DEFAULT_WRITTEN_BYTES, limits.written_bytes)!,
    minFreeBytes: configured.minFreeBytes ?? DEFAULT_MIN_FREE_BYTES,
  };
}

/** One limit with what holds it, as the receipt names it. */
export interface LimitRecord {
  readonly limit: string;
  readonly max: number;
  readonly by: string;
}

/** What holds each limit of a run. `held` has what the system offers to programs. */
export function describeLimits(
  { process: { processes, memoryBytes }, writtenBytes }: RunResources,
  held: HeldLimits,
): LimitRecord[] {
  return [
    { limit: "processes", max: processes!, by: held.processes ?? "none" },
    { limit: "memory_bytes", max: memoryBytes!, by: held.memory ?? "none" },
    { limit: "written_bytes", max: writtenBytes, by: "watch" },
  ];
}

/** What the user must know of limits before the run starts. */
export function limitWarnings(records: readonly LimitRecord[]): string[] {
  return records.flatMap(({ limit, max, by }) => {
    if (by === "none")
      return [`the limit ${limit} = ${max} is not enforced here: no control group can be made for the run`];
    if (by === "rlimit")
      return [
        `the limit ${limit} = ${max} holds for each process alone: no control group can be made for the run`,
      ];
    return [];
  });
}

/** The memory of the machine, or of the container that we run in. */
function machineMemory(): number {
  const constrained = process.constrainedMemory();
  const total = totalmem();
  return constrained > 0 ? Math.min(constrained, total) : total;
}

function leastOf(...limits: readonly (number | undefined)[]): number | undefined {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}
