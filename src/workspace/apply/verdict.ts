import type { LostBase } from "../patch/lost-base.ts";
import type { TargetEntry } from "./target-entry.ts";
import type { TreeChange, TreeEntry } from "./tree-change.ts";

/** What to do with one path. `merge` needs the three contents; it may still end in a conflict. */
export type Verdict =
  | { readonly kind: "unchanged" }
  | { readonly kind: "delete" }
  | { readonly kind: "take" | "mode" | "merge"; readonly executable: boolean }
  | { readonly kind: "conflict"; readonly reason: string };

/** What may be equal to a state before or after the run. */
type ComparedEntry = Exclude<TargetEntry, { type: "directory" | "special" }>;

const UNCHANGED: Verdict = { kind: "unchanged" };

/** Decides on one path by three states: before the run, after it, and now in the workspace. */
export function decide({ before, after, lostBase }: TreeChange, current: TargetEntry): Verdict {
  if (current.type === "special") return conflict("a special file is in its place");
  if (current.type === "directory") {
    // The run deleted the file, and no file is there.
    return after === undefined ? UNCHANGED : conflict("a directory is in its place");
  }
  if (isEqual(after, current)) return UNCHANGED;
  if (lostBase !== undefined) return decideWithoutBase(lostBase, after, current);
  if (isEqual(before, current)) return takeAfter(before, after);
  if (before === undefined) return conflict("the workspace has another file of this name");
  if (current.type === "absent") return conflict("the workspace has deleted it, and the run changed it");
  if (after === undefined) return conflict("the workspace has changed it, and the run deleted it");
  if (before.type === "file" && after.type === "file" && current.type === "file") {
    return decideFile(before, after, current);
  }
  return conflict("the workspace and the run have changed it in different ways");
}

// A content that is not saved is recognised by its hash, and can be replaced then. It cannot be merged.
function decideWithoutBase(
  lostBase: LostBase,
  after: TreeEntry | undefined,
  current: ComparedEntry,
): Verdict {
  if (current.type === "absent") return conflict("the workspace has deleted it, and the run changed it");
  const { type, executable, sha256 } = lostBase;
  if (sha256 !== undefined && type === current.type && sha256 === current.sha256) {
    const { rawPath } = lostBase;
    const before = { type, executable, oid: current.oid };
    return decide({ rawPath, before, ...(after === undefined ? {} : { after }) }, current);
  }
  if (after === undefined) return conflict("the workspace has changed it, and the run deleted it");
  return conflict(
    "the workspace has changed it since the run began, and its content from before is gone: the patch holds the run's whole file",
  );
}

function takeAfter(before: TreeEntry | undefined, after: TreeEntry | undefined): Verdict {
  if (after === undefined) return { kind: "delete" };
  const isModeOnly = before?.type === "file" && after.type === "file" && before.oid === after.oid;
  return { kind: isModeOnly ? "mode" : "take", executable: after.executable };
}

// The executable bit has two states, so two sides that both change it change it alike.
function decideFile(
  before: TreeEntry,
  after: TreeEntry,
  current: { readonly executable: boolean; readonly oid: string },
): Verdict {
  const executable = after.executable === before.executable ? current.executable : after.executable;
  if (current.oid !== after.oid && before.oid !== after.oid) {
    return { kind: current.oid === before.oid ? "take" : "merge", executable };
  }
  return executable === current.executable ? UNCHANGED : { kind: "mode", executable };
}

function isEqual(side: TreeEntry | undefined, current: ComparedEntry): boolean {
  if (side === undefined || current.type === "absent") return side === undefined && current.type === "absent";
  return side.type === current.type && side.oid === current.oid && side.executable === current.executable;
}

function conflict(reason: string): Verdict {
  return { kind: "conflict", reason };
}
