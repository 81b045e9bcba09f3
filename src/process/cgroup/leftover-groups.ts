import { readdirSync } from "node:fs";
import { join } from "node:path/posix";
import { ControlGroup } from "./control-group.ts";
import { groupPrefix } from "./group-name.ts";
import { readHierarchies } from "./hierarchy.ts";

const MAX_DEPTH = 8;
const MAX_DIRECTORIES = 10_000;

/** The control groups that trees with these marks left behind, whichever group created them. */
export function leftoverGroups(marks: readonly string[], hierarchies = readHierarchies()): ControlGroup {
  const prefixes = marks.map(groupPrefix);
  const roots = new Set(hierarchies.map((hierarchy) => hierarchy.mountPoint));
  const found = [...roots].flatMap((root) => findDirectories(root, prefixes));
  return new ControlGroup(found, {});
}

function findDirectories(root: string, prefixes: readonly string[]): string[] {
  const found: string[] = [];
  let level = [root];
  let visited = 0;
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const directory of level) {
      visited += 1;
      if (visited > MAX_DIRECTORIES) return found;
      for (const name of listDirectories(directory)) {
        if (prefixes.some((prefix) => name.startsWith(prefix))) found.push(join(directory, name));
        else next.push(join(directory, name));
      }
    }
    level = next;
  }
  return found;
}

function listDirectories(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    // The group was removed meanwhile, or belongs to somebody else.
    return [];
  }
}
