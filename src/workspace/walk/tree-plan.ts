/** What identifies a file or directory and tells that it changed. Plain data, because it crosses threads. */
export interface Stamp {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
}

/** A directory and those of its entries that are taken. Directories in it are planned by themselves. */
export interface PlannedDirectory {
  readonly rawPath: string;
  /** Permission bits, at most 0o7777. */
  readonly mode: number;
  /** As it was before its entries were listed. */
  readonly stamp: Stamp;
  /** Whether it belongs to another user or group than this process. */
  readonly isForeign: boolean;
  readonly files: readonly string[];
  readonly links: readonly string[];
  /** Those of the names whose contents are not kept while they are read. */
  readonly ignored?: ReadonlySet<string>;
}

/** All directories that are taken, parents first; the first is the root. */
export interface TreePlan {
  readonly directories: readonly PlannedDirectory[];
  /** Entries of the tree that are not taken, without what lies below them; at most `MAX_LISTED_OMITTED` and one. */
  readonly omitted: readonly string[];
  /** Files, links and directories that are taken, without the root. */
  readonly entryCount: number;
  readonly fileCount: number;
  /** Whether a directory lies on another file system than the root. */
  readonly crossesFileSystems: boolean;
}

/** The stamp of a status. */
export function stampOf(status: {
  readonly dev: number;
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}): Stamp {
  const { dev, ino, size, mtimeMs, ctimeMs } = status;
  return { dev, ino, size, modifiedMs: mtimeMs, changedMs: ctimeMs };
}

/** Whether an entry belongs to another user or group than this process. A copy of it belongs to this process. */
export function isForeign(
  status: { readonly uid: number; readonly gid: number },
  user: { readonly uid: number | undefined; readonly gid: number | undefined },
): boolean {
  return user.uid !== undefined && (status.uid !== user.uid || status.gid !== user.gid);
}

export function isSameStamp(left: Stamp, right: Stamp): boolean {
  return (
    left.ino === right.ino &&
    left.dev === right.dev &&
    left.size === right.size &&
    left.modifiedMs === right.modifiedMs &&
    left.changedMs === right.changedMs
  );
}
