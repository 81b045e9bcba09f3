import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { objectId } from "../../git/format/git-object.ts";
import type { Directory } from "../../walk/directory.ts";
import { DirectoryChain } from "../../walk/directory-chain.ts";

const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** More entries than these are not looked at. */
const MAX_ENTRIES = 200_000;
const MAX_DEPTH = 256;

/**
 * Finds the contents of files that are left out of the stage now, whether git knows them or not. `sizes` are those of the blobs
 * that might be equal to one of them; other files are not read. Yields each blob's name, and undefined from time to time.
 * Returns false if there are too many files, or one could not be read, so that equal blobs may have been missed.
 */
export function* leftOutContent(
  source: Directory,
  omitted: readonly string[],
  sizes: ReadonlySet<number>,
): Generator<string | undefined, boolean> {
  const chain = new DirectoryChain(source);
  const waiting = [...omitted];
  let count = 0;
  let isComplete = true;
  try {
    for (let rawPath = waiting.pop(); rawPath !== undefined; rawPath = waiting.pop()) {
      count += 1;
      if (count > MAX_ENTRIES) return false;
      const slash = rawPath.lastIndexOf("/");
      const name = rawPath.slice(slash + 1);
      // What git keeps for itself is no file of the work tree.
      if (name.toLowerCase() === ".git") continue;
      try {
        const parent = chain.at(rawPath.slice(0, Math.max(slash, 0)));
        const status = parent.entryStatus(name);
        if (status.isDirectory()) {
          if (rawPath.split("/").length > MAX_DEPTH) return false;
          for (const entry of chain.at(rawPath).list()) waiting.push(`${rawPath}/${entry.name}`);
        } else if (status.isSymbolicLink()) {
          yield objectId("blob", readlinkSync(parent.place(name), "buffer"));
        } else if (status.isFile() && sizes.has(status.size)) yield readBlobId(parent, name);
      } catch (error) {
        // A file that is gone cannot be missed.
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") isComplete = false;
      }
      yield undefined;
    }
    return isComplete;
  } finally {
    chain.close();
  }
}

function readBlobId(parent: Directory, name: string): string | undefined {
  const file = openSync(parent.place(name), OPEN_FILE);
  try {
    return fstatSync(file).isFile() ? objectId("blob", readFileSync(file)) : undefined;
  } finally {
    closeSync(file);
  }
}
