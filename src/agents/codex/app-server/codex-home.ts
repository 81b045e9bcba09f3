import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** The database in which Codex lists its threads with their absolute paths, and the files that SQLite keeps beside it. */
const INDEX = /^state_\d+\.sqlite/;

/**
 * Prepares the folder that Codex keeps its state in, and returns its path. The home of a continued run is a copy at another
 * path, where Codex would not find the threads that its index lists. Codex lists them anew if there is no index.
 */
export async function prepareCodexHome(home: string): Promise<string> {
  const folder = join(home, ".codex");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    if (INDEX.test(name)) await rm(join(folder, name));
  }
  return folder;
}
