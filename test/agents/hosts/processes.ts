import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The processes, but this one, whose command line or environment names a directory. Zombies have neither. */
export function processesOf(directory: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      const command = readProcess(pid, "cmdline");
      const isOne = `${command}\0${readProcess(pid, "environ")}`.includes(directory);
      return isOne ? [`${pid} ${command.replaceAll("\0", " ")}`] : [];
    });
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(join("/proc", pid, file), "latin1");
  } catch {
    return ""; // It has ended, or it is somebody else's.
  }
}
