import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ToolPlace } from "./tool.ts";
import type { WorkspacePlace } from "./workspace-files.ts";

/** The most entries that one call looks at, and the most directories inside of each other. */
const LIMITS = { entries: 200_000, depth: 256 };

/** The folder of git is no part of the work. */
const SKIPPED = ".git";

/** Stops a walk: whether it saw everything. */
export interface Walk {
  isComplete: boolean;
}

/**
 * Yields the files below a place by their names from the root of the workspace, sorted within each directory. Links are not
 * followed, and files that may not be read are left out.
 */
export async function* walkFiles(
  from: WorkspacePlace,
  { files, signal }: Pick<ToolPlace, "files" | "signal">,
  walk: Walk,
  limits: Readonly<typeof LIMITS> = LIMITS,
): AsyncGenerator<string> {
  let left = limits.entries;
  const open: { readonly path: string; readonly depth: number }[] = [{ path: from.path, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal.throwIfAborted();
    const { path, depth } = next;
    const directories: typeof open = [];
    for (const entry of await entriesOf(path)) {
      left -= 1;
      if (left < 0) {
        walk.isComplete = false;
        return;
      }
      const whole = join(path, entry.name);
      if (entry.isDirectory() && entry.name !== SKIPPED) {
        if (depth < limits.depth) directories.push({ path: whole, depth: depth + 1 });
        else walk.isComplete = false;
      }
      const name = relative(files.root, whole);
      if (entry.isFile() && files.mayRead(name)) yield name;
    }
    open.push(...directories.reverse());
  }
}

/** What a directory holds, sorted; nothing if it cannot be read. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    // A directory that is gone or closed holds nothing to find.
    return [];
  }
}
