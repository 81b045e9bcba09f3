import { constants } from "node:fs";
import { cp, lstat } from "node:fs/promises";
import { relative } from "node:path";

/**
 * Copies the home of an earlier run. Links stay as they are, because only the agent follows them. Sockets and pipes are left out:
 * what made them has ended. Of an agent whose session files are known nothing else is copied: a tool of the earlier run could
 * have written settings.
 */
export async function copyHome(
  from: string,
  to: string,
  sessionFiles: readonly string[] = [""],
): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => {
      const name = relative(from, path);
      const found = await lstat(path);
      if (found.isDirectory()) return name === "" || sessionFiles.some((file) => overlaps(`${name}/`, file));
      return (found.isFile() || found.isSymbolicLink()) && sessionFiles.some((file) => name.startsWith(file));
    },
  });
}

/** Whether a directory lies above the beginning of a path, or begins with it. Both end with a slash if they are directories. */
function overlaps(directory: string, beginning: string): boolean {
  return directory.startsWith(beginning) || beginning.startsWith(directory);
}
