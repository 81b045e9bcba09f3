import { leftoverGroups } from "./cgroup/leftover-groups.ts";
import { endProcesses } from "./tree/end-processes.ts";
import { readProcessTable, readVariable } from "./tree/process-table.ts";
import { MARK_VARIABLE } from "./tree/tree-members.ts";

/**
 * Ends the processes that earlier, killed runtimes left behind: those in the control groups of the marks, and those whose
 * environment holds one of the marks. Removes the groups. Returns how many processes it ended.
 */
export async function endMarked(marks: readonly string[]): Promise<number> {
  if (marks.length === 0) return 0;
  const wanted = new Set(marks);
  const groups = leftoverGroups(marks);
  const ended = await endProcesses(() => {
    const inGroups = groups.pids();
    groups.kill();
    const marked = readProcessTable()
      .filter((entry) => entry.state !== "Z" && wanted.has(readVariable(entry.pid, MARK_VARIABLE) ?? ""))
      .map((entry) => entry.pid);
    return [...new Set([...marked, ...inGroups])];
  });
  await groups.remove();
  return ended;
}
