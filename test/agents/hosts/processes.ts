import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The processes, but this one, whose command line or environment names a directory. Zombies have neither. */
export function processesOf(directory: string): string[] {
  return others().flatMap((pid) => {
    const command = readProcess(pid, "cmdline");
    const isOne = `${command}\0${readProcess(pid, "environ")}`.includes(directory);
    return isOne ? [`${pid} ${command.replaceAll("\0", " ")}`] : [];
  });
}

/** The processes that have a word as an argument of its own. */
export function commandsWith(word: string): string[] {
  return others().filter((pid) => readProcess(pid, "cmdline").split("\0").includes(word));
}

function others(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
}

function readProcess(pid: string, file: string): string {
  try {
    return readFileSync(join("/proc", pid, file), "latin1");
  } catch {
    return ""; // It has ended, or it is somebody else's.
  }
}
