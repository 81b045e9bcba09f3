import { link, rename, unlink } from "node:fs/promises";
import { lstatOrUndefined } from "../target-entry.ts";

/** The file system has no second names. */
const UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** Moves a file or link to a name that nobody has. Unlike `rename`, it never replaces anything: false if the name is taken. */
export async function moveToNewName(from: string | Buffer, path: Buffer): Promise<boolean> {
  try {
    await link(from, path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (!UNSUPPORTED.has(code)) throw error;
    if ((await lstatOrUndefined(path)) !== undefined) return false;
    await rename(from, path);
    return true;
  }
  await unlink(from);
  return true;
}

/** Moves what was at a path back, unless something is there. */
export async function putBack(kept: string | Buffer, path: Buffer): Promise<void> {
  await moveToNewName(kept, path);
}
