import { randomBytes } from "node:crypto";
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Creates a directory, and those above it, with access for the owner alone. It survives a power cut when this resolves. */
export async function makePrivateDirectory(path: string): Promise<void> {
  const made = await makeMissing(resolve(path));
  if (made !== undefined) await syncDirectory(dirname(made));
}

// Returns the first directory that it made. `mkdir` of Node with `recursive` never ends if a file system has a directory
// and refuses every new entry in it, as /proc does.
async function makeMissing(path: string): Promise<string | undefined> {
  try {
    return (await makeOne(path)) ? path : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) throw error;
    const above = await makeMissing(dirname(path));
    const isMade = await makeOne(path);
    return above ?? (isMade ? path : undefined);
  }
}

/** Makes one directory; returns false if it exists already. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === "EEXIST" && (await stat(path)).isDirectory();
    if (!isThere) throw error;
    return false;
  }
}

/**
 * Writes a file atomically: readers see the old content or the new. It writes a temporary file beside the path, flushes it,
 * renames it, and flushes the directory. The file has its mode from the moment it exists.
 */
export async function writeDurableFile(
  path: string,
  content: string | Uint8Array,
  mode: number,
): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    const handle = await open(temporary, "wx", mode);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Flushes the entries of a directory, so that created and renamed files survive a power cut. */
export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
