/** Why a tree could not be walked, copied or hashed. */
export type TreeFaultKind =
  /** The tree changed meanwhile. */
  | "changed"
  | "too_many_entries"
  | "too_many_bytes"
  | "too_deep"
  /** The disk of the target is full. */
  | "full"
  | "failed";

/** Plain data, because it crosses threads. */
export interface TreeFault {
  readonly kind: TreeFaultKind;
  readonly rawPath: string;
  /** The system's error code or a few words. */
  readonly reason: string;
}

export class TreeError extends Error {
  readonly fault: TreeFault;

  constructor(fault: TreeFault) {
    super(`${fault.kind} at ${JSON.stringify(fault.rawPath)}: ${fault.reason}`);
    this.name = "TreeError";
    this.fault = fault;
  }
}

// An entry that was listed and then is missing or of another type; EINVAL: no longer a link.
// libuv has no name for ESTALE, which an overlay returns for directories that were moved in its source.
const STALE = "Unknown system error -116";
const CHANGED = new Set(["ENOENT", "ENOTDIR", "ELOOP", "ESTALE", STALE, "EISDIR", "ENXIO", "EINVAL"]);
const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** The fault behind an error of the file system. `side` says whether the source was read or the target written. */
export function faultOf(error: unknown, rawPath: string, side: "source" | "target"): TreeFault {
  if (error instanceof TreeError) return error.fault;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  const reason = code ?? String(error);
  if (code !== undefined && FULL.has(code)) return { kind: "full", rawPath, reason };
  if (side === "source" && code !== undefined && CHANGED.has(code))
    return { kind: "changed", rawPath, reason };
  return { kind: "failed", rawPath, reason };
}

/** Whether the permissions keep us from reading an entry. */
export function isUnreadable(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === "EACCES" || code === "EPERM";
}
