import { readdirSync, readFileSync } from "node:fs";

/** One process, as `/proc/<pid>/stat` describes it. */
export interface ProcessEntry {
  readonly pid: number;
  /** One letter: `R` runs, `S` sleeps, `T` is stopped, `Z` has ended and waits for its parent. */
  readonly state: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the system started. With the pid it identifies a process for ever. */
  readonly startedAt: number;
}

/** Reads the processes of the system. Empty if there is no `/proc`. */
export function readProcessTable(proc = "/proc"): ProcessEntry[] {
  return listPids(proc).flatMap((pid) => readProcess(pid, proc) ?? []);
}

/** Reads one process; undefined if it is gone. */
export function readProcess(pid: number, proc = "/proc"): ProcessEntry | undefined {
  const stat = readIfPresent(`${proc}/${pid}/stat`);
  return stat === undefined ? undefined : parseStat(stat);
}

/** The value of a variable in the environment that a process was started with; undefined if it cannot be read. */
export function readVariable(pid: number, name: string, proc = "/proc"): string | undefined {
  const environment = readIfPresent(`${proc}/${pid}/environ`);
  const entry = environment?.split("\0").find((line) => line.startsWith(`${name}=`));
  return entry?.slice(name.length + 1);
}

/** The name of the program stands in parentheses and may itself contain spaces and parentheses. */
export function parseStat(stat: string): ProcessEntry | undefined {
  const nameEnd = stat.lastIndexOf(")");
  if (nameEnd < 0) return undefined;
  const pid = Number.parseInt(stat, 10);
  const fields = stat.slice(nameEnd + 2).split(" ");
  const [state = "", parent, group, session] = fields;
  const startedAt = Number(fields[19]);
  if (Number.isNaN(pid) || Number.isNaN(startedAt)) return undefined;
  return { pid, state, parent: Number(parent), group: Number(group), session: Number(session), startedAt };
}

function listPids(proc: string): number[] {
  try {
    return readdirSync(proc)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    // Systems without /proc have no list of processes; the caller falls back to process groups.
    return [];
  }
}

/** A process may end, or belong to another user, at any moment. */
function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return undefined;
  }
}
