import { type ProcessEntry, readProcessTable } from "./process-table.ts";

/** What identifies the processes of one tree. */
export interface TreeIdentity {
  readonly pid: number;
  /** Start time of the first process. Undefined if the system does not say. */
  readonly startedAt: number | undefined;
  readonly mark: string;
}

/** The variable that holds the mark of a tree. */
export const MARK_VARIABLE = "ABP_RUN_ID";

/**
 * The living processes of a tree: the first one, its descendants, its process group and session, and every process that was
 * started with the mark in its environment. `markOf` is asked only for processes that are not older than the tree.
 */
export function treeMembers(
  table: readonly ProcessEntry[],
  tree: TreeIdentity,
  markOf: (pid: number) => string | undefined,
): ProcessEntry[] {
  // Another process has the number of the first one now: nothing can be concluded from that number.
  const isReused =
    tree.startedAt !== undefined &&
    table.some(({ pid, startedAt }) => pid === tree.pid && startedAt !== tree.startedAt);
  const members = new Set<number>();
  const candidates = table.filter((entry) => entry.startedAt >= (tree.startedAt ?? 0));
  for (const entry of candidates) {
    const isRelated = !isReused && [entry.pid, entry.group, entry.session].includes(tree.pid);
    if (isRelated || markOf(entry.pid) === tree.mark) members.add(entry.pid);
  }
  addDescendants(candidates, members);
  return candidates.filter((entry) => members.has(entry.pid) && entry.state !== "Z");
}

function addDescendants(table: readonly ProcessEntry[], members: Set<number>): void {
  for (let before = -1; before !== members.size; ) {
    before = members.size;
    for (const entry of table) if (members.has(entry.parent)) members.add(entry.pid);
  }
}

/**
 * Whether the program is stopped. A launcher such as a sandbox waits for its only child, so the only children are looked at
 * as well.
 */
export function isTreeStopped(table: readonly ProcessEntry[], pid: number): boolean {
  let entry = table.find((one) => one.pid === pid);
  for (let depth = 0; entry !== undefined && depth < 8; depth += 1) {
    if (entry.state === "T") return true;
    const parent = entry.pid;
    const children = table.filter((one) => one.parent === parent);
    entry = children.length === 1 ? children[0] : undefined;
  }
  return false;
}

/** Whether every thread of a process is stopped. False if it is gone, or the system does not say. */
export function areThreadsStopped(pid: number, proc = "/proc"): boolean {
  const threads = readProcessTable(`${proc}/${pid}/task`);
  return threads.length > 0 && threads.every(({ state }) => state === "T");
}
