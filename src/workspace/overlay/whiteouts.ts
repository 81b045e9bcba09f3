import { fchmodSync, fchownSync, linkSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import { faultOf } from "../walk/tree-fault.ts";

/**
 * Hides entries of the lower directory: puts a whiteout, a character device 0:0, in their place in the upper directory. All of
 * them are links to one whiteout. The directories above get the owner and mode of their lower counterparts.
 */
export function hideEntries(
  lower: Directory,
  upper: Directory,
  whiteout: string | Buffer,
  rawPaths: readonly string[],
): void {
  const lowerChain = new DirectoryChain(lower);
  const upperChain = new DirectoryChain(upper, true);
  const made = new Set<string>();
  try {
    for (const rawPath of rawPaths) {
      const names = rawPath.split("/");
      const name = names.pop()!;
      for (const [index] of names.entries()) {
        const above = names.slice(0, index + 1).join("/");
        if (made.has(above)) continue;
        made.add(above);
        copyAttributes(lowerChain.at(above), upperChain.at(above));
      }
      linkSync(whiteout, upperChain.at(names.join("/")).place(name));
    }
  } finally {
    lowerChain.close();
    upperChain.close();
  }
}

/** Gives a directory the owner and mode of another one. */
export function copyAttributes(from: Directory, to: Directory): void {
  const { uid, gid, mode } = from.status();
  fchownSync(to.fd, uid, gid);
  fchmodSync(to.fd, mode & 0o7777);
}

/**
 * Hides entries of the source that a mount shows: what is removed through the mount stays in the source. An entry of the run's own
 * at such a path stays.
 */
export async function hideShown(
  source: Directory,
  merged: Directory,
  rawPaths: readonly string[],
): Promise<void> {
  const sourceChain = new DirectoryChain(source);
  const mergedChain = new DirectoryChain(merged);
  try {
    for (const rawPath of rawPaths) {
      const slash = rawPath.lastIndexOf("/");
      const name = rawPath.slice(slash + 1);
      const above = rawPath.slice(0, Math.max(slash, 0));
      try {
        const shown = mergedChain.at(above);
        if (shown.entryStatus(name).ino !== sourceChain.at(above).entryStatus(name).ino) continue;
        await rm(shown.place(name), { recursive: true, force: true });
      } catch (error) {
        // It is gone again, or was never shown.
        if (faultOf(error, rawPath, "source").kind !== "changed") throw error;
      }
    }
  } finally {
    sourceChain.close();
    mergedChain.close();
  }
}
