import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

/** The processor time of this process and, on Linux, of its children that have ended, and of theirs. */
export function processorTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + childrenTimeMs();
}

/** Workers of Vitest are processes: the tests run in them. */
function childrenTimeMs(): number {
  if (process.platform !== "linux") return 0;
  // The name of the program may contain spaces; the numbers begin after it. See proc_pid_stat(5).
  const [, numbers = ""] = /\) (.*)$/s.exec(readFileSync("/proc/self/stat", "utf8")) ?? [];
  const [user = 0, system = 0] = numbers.split(" ").slice(13, 15).map(Number);
  return (user + system) * MS_PER_TICK;
}
