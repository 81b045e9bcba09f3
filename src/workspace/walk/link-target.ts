import { readlinkSync, realpathSync, statSync } from "node:fs";
import { posix } from "node:path";
import type { Directory } from "./directory.ts";

/** Where a symbolic link leads. All paths have one character per byte. */
export interface LinkTarget {
  /** Absolute path. A link that leads nowhere is resolved by its text alone. */
  readonly resolved: string;
  /** The path relative to the root of the walk; undefined if the link leads out of it. */
  readonly inside: string | undefined;
  readonly isDirectory: boolean;
}

/** Resolves a link without opening its target. Throws if the link itself is gone. */
export function readLinkTarget(
  root: string,
  directory: Directory,
  rawDirectory: string,
  name: string,
): LinkTarget {
  const place = directory.place(name);
  const text = readlinkSync(place, "latin1");
  let resolved: string;
  let isDirectory = false;
  try {
    resolved = realpathSync.native(place, "latin1");
    isDirectory = statSync(Buffer.from(resolved, "latin1")).isDirectory();
  } catch {
    // The target is missing, a loop, or not ours to see.
    resolved = posix.resolve(posix.join(root, rawDirectory), text);
  }
  const inside =
    resolved === root ? "" : resolved.startsWith(`${root}/`) ? resolved.slice(root.length + 1) : undefined;
  return { resolved, inside, isDirectory };
}
