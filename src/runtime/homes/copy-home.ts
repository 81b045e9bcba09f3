import { constants } from "node:fs";
import { cp, lstat } from "node:fs/promises";

/**
 * Copies the home of an earlier run. Links stay as they are, because only the agent follows them. Sockets and pipes are left out:
 * what made them has ended.
 */
export async function copyHome(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    filter: async (path) => {
      const found = await lstat(path);
      return found.isFile() || found.isDirectory() || found.isSymbolicLink();
    },
  });
}
