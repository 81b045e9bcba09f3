import { partOf, sharedFolder } from "./folder-parts.ts";

/** Parts of one folder of which each reaches each other by imports. */
export interface PartCycle {
  readonly folder: string;
  /** Names in the folder, sorted; those of folders end with a slash. */
  readonly parts: readonly string[];
}

/**
 * Finds the parts that cannot be understood or moved alone. The parts of a folder are its subfolders and the files beside them;
 * its `index.ts` is the door to all of them and is no part. Types count like values.
 * @param imports for the path of each file, the paths that it imports
 */
export function findPartCycles(imports: ReadonlyMap<string, readonly string[]>): PartCycle[] {
  const folders = new Map<string, Map<string, Set<string>>>();
  for (const [path, targets] of imports) {
    for (const target of targets) {
      const folder = sharedFolder(path, target);
      const from = partOf(path, folder);
      const to = partOf(target, folder);
      if (folder === "." || from === to || from === "index.ts" || to === "index.ts") continue;
      const parts = folders.get(folder) ?? new Map<string, Set<string>>();
      folders.set(folder, parts);
      parts.set(from, (parts.get(from) ?? new Set()).add(to));
    }
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([folder, parts]) => cyclesOf(parts).map((cycle) => ({ folder, parts: cycle })));
}

// Groups of two or more parts that reach each other.
function cyclesOf(parts: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...parts.keys()].map((part) => [part, reachableFrom(part, parts)]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  for (const [part, others] of reached) {
    if (done.has(part) || !others.has(part)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(part) === true).sort();
    for (const one of cycle) done.add(one);
    // A cycle of files alone is found as a cycle of files.
    if (cycle.some((one) => one.endsWith("/"))) cycles.push(cycle);
  }
  return cycles;
}

function reachableFrom(start: string, parts: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const next of parts.get(part) ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(next);
    }
  }
  return found;
}
