import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { type CanaryHit, findCanaries } from "./canaries.ts";

/** Searches all files below a directory for planted secrets, except below the directories named. */
export function scanFiles(root: string, except: readonly string[]): { hits: CanaryHit[]; files: number } {
  const hits: CanaryHit[] = [];
  let files = 0;
  for (const path of listFiles(root)) {
    const name = relative(root, path);
    if (except.some((directory) => name.startsWith(`${directory}/`))) continue;
    files += 1;
    hits.push(...findCanaries(readFileSync(path), name));
  }
  return { hits, files };
}

/** Searches the command lines and environments of all processes that can be read, if the system has /proc. */
export function scanProcesses(): CanaryHit[] {
  const hits: CanaryHit[] = [];
  for (const id of listDirectory("/proc").filter((name) => /^\d+$/.test(name))) {
    for (const file of ["cmdline", "environ"]) {
      const path = `/proc/${id}/${file}`;
      try {
        hits.push(...findCanaries(readFileSync(path), path));
      } catch {
        // The process has ended, or belongs to somebody else.
      }
    }
  }
  return hits;
}

function listFiles(directory: string): string[] {
  return listDirectory(directory).flatMap((name) => {
    const path = join(directory, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return stat.isDirectory() ? listFiles(path) : stat.isFile() ? [path] : [];
  });
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    // It does not exist, or it was removed meanwhile.
    return [];
  }
}
