import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** How long files have to stay as they are. Agents collect what they write for a few hundredths of a second. */
const QUIET_MS = 100;
/** No agent is waited for any longer. */
const MAX_MS = 3000;
const LOOK_MS = 20;

/**
 * Waits until an agent has written its conversation down: it may do so after it has answered. `files` are beginnings of paths
 * below its home.
 */
export async function filesQuiet(home: string, files: readonly string[] = [""]): Promise<void> {
  const startedAt = performance.now();
  let quietSince = startedAt;
  for (let seen = await stateOf(home, files); performance.now() - quietSince < QUIET_MS; ) {
    if (performance.now() - startedAt > MAX_MS) return;
    await setTimeout(LOOK_MS);
    const now = await stateOf(home, files);
    if (now !== seen) quietSince = performance.now();
    seen = now;
  }
}

/** Sizes and times of the files, which change with every write. */
async function stateOf(home: string, files: readonly string[]): Promise<string> {
  const states: string[] = [];
  const look = async (path: string): Promise<void> => {
    for (const entry of await readdir(join(home, path), { withFileTypes: true })) {
      const name = `${path}${entry.name}`;
      const isDirectory = entry.isDirectory();
      if (isDirectory && files.some((file) => overlaps(`${name}/`, file))) await look(`${name}/`);
      if (isDirectory || !files.some((file) => name.startsWith(file))) continue;
      const { size, mtimeMs } = await lstat(join(home, name));
      states.push(`${name} ${size} ${mtimeMs}`);
    }
  };
  // A file that vanishes while it is looked at is a change, too.
  await look("").catch((error: unknown) => states.push(`${String(error)} ${performance.now()}`));
  return states.join("\n");
}

/** Whether a directory lies above the beginning of a path, or begins with it. */
function overlaps(directory: string, beginning: string): boolean {
  return directory.startsWith(beginning) || beginning.startsWith(directory);
}
