import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { Change, ChangeKind } from "./change.ts";
import { pairRenames } from "./rename-pairs.ts";

/**
 * Lists the differences between two manifests, sorted by path. A directory counts only if no file implies it: an empty one
 * that was added or deleted, one that became empty, and one whose mode changed. A rename is a deleted and an added entry with
 * equal content.
 */
export function changesBetween(before: Manifest, after: Manifest): readonly Change[] {
  const earlier = new Map(before.entries.map((entry) => [entry.rawPath, entry]));
  const later = new Map(after.entries.map((entry) => [entry.rawPath, entry]));
  const fullBefore = parentsOf(before);
  const fullAfter = parentsOf(after);
  const deleted = before.entries.filter(({ rawPath }) => !later.has(rawPath));
  const added = after.entries.filter(({ rawPath }) => !earlier.has(rawPath));
  const sources = pairRenames(deleted, added);
  const moved = new Set(sources.values());
  const changes: Change[] = [];
  for (const entry of deleted) {
    if (moved.has(entry) || fullBefore.has(entry.rawPath)) continue;
    changes.push({ kind: "deleted", rawPath: entry.rawPath, before: entry });
  }
  for (const entry of added) {
    const { rawPath } = entry;
    const source = sources.get(entry);
    if (source !== undefined) {
      changes.push({ kind: "renamed", rawPath, from: source.rawPath, before: source, after: entry });
    } else if (!fullAfter.has(rawPath)) changes.push({ kind: "added", rawPath, after: entry });
  }
  for (const entry of after.entries) {
    const { rawPath } = entry;
    const old = earlier.get(rawPath);
    if (old === undefined) continue;
    const becameEmpty = fullBefore.has(rawPath) && !fullAfter.has(rawPath);
    const kind = compare(old, entry, becameEmpty);
    if (kind !== undefined) changes.push({ kind, rawPath, before: old, after: entry });
  }
  return changes.sort((one, other) => (one.rawPath < other.rawPath ? -1 : 1));
}

function compare(before: ManifestEntry, after: ManifestEntry, becameEmpty: boolean): ChangeKind | undefined {
  if (before.type !== after.type) return "type_changed";
  if (before.sha256 !== after.sha256) return "modified";
  if (before.type === "directory" && becameEmpty) return "modified";
  // The mode of a symbolic link has no meaning.
  return before.type !== "symlink" && before.mode !== after.mode ? "mode_changed" : undefined;
}

// The directories that contain something.
function parentsOf(manifest: Manifest): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const { rawPath } of manifest.entries) {
    const end = rawPath.lastIndexOf("/");
    if (end !== -1) parents.add(rawPath.slice(0, end));
  }
  return parents;
}
