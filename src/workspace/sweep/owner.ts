import { readFileSync, readlinkSync } from "node:fs";

/** The process that a stage belongs to. A process id alone may be reused, so its start time and the boot identify it. */
export interface Owner {
  readonly runId: string;
  readonly pid: number;
  /** Field 22 of /proc/<pid>/stat; empty if there is none. */
  readonly startTime: string;
  readonly bootId: string;
  /** The name space that `pid` belongs to. */
  readonly pidNamespace: string;
}

/** What the system says about processes; tests pass their own. */
export interface ProcessTable {
  readonly bootId: string;
  readonly pidNamespace: string;
  /** The start time of a running process; undefined if there is none. */
  startTime(pid: number): string | undefined;
}

export const processTable: ProcessTable = {
  get bootId() {
    return readText(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  },
  get pidNamespace() {
    return readText(() => readlinkSync("/proc/self/ns/pid"));
  },
  startTime,
};

/** This process as the owner of a run. */
export function ownOwner(runId: string, table: ProcessTable = processTable): Owner {
  const { bootId, pidNamespace } = table;
  return { runId, pid: process.pid, startTime: table.startTime(process.pid) ?? "", bootId, pidNamespace };
}

/** False only if it is certain: processes of another container cannot be seen, and count as alive. */
export function isAlive(owner: Owner, table: ProcessTable = processTable): boolean {
  if (owner.bootId !== table.bootId) return false;
  if (owner.pidNamespace !== table.pidNamespace) return true;
  const startTime = table.startTime(owner.pid);
  return startTime !== undefined && startTime === owner.startTime;
}

export function writeOwner(owner: Owner): string {
  const { runId, pid, startTime: start, bootId, pidNamespace } = owner;
  const document = { run_id: runId, pid, start_time: start, boot_id: bootId, pid_namespace: pidNamespace };
  return `${JSON.stringify(document)}\n`;
}

/** Undefined if the text is no owner. */
export function readOwner(text: string): Owner | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof document !== "object" || document === null) return undefined;
  const { run_id, pid, start_time, boot_id, pid_namespace } = document as Record<string, unknown>;
  if (typeof run_id !== "string" || !isProcessId(pid)) return undefined;
  if (typeof start_time !== "string" || typeof boot_id !== "string" || typeof pid_namespace !== "string") {
    return undefined;
  }
  return { runId: run_id, pid, startTime: start_time, bootId: boot_id, pidNamespace: pid_namespace };
}

function isProcessId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function startTime(pid: number): string | undefined {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return process.platform === "linux" ? undefined : startTimeElsewhere(pid);
  }
  // The name of the program comes second, in parentheses, and may hold spaces and parentheses itself.
  const [state, ...rest] = status.slice(status.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : rest[18];
}

function startTimeElsewhere(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return "";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "" : undefined;
  }
}

function readText(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
