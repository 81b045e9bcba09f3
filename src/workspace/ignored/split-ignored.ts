import type { Change } from "../changes/change.ts";

/** The changes of a run, by whether they belong into its patch. */
export interface SplitChanges {
  readonly wanted: readonly Change[];
  readonly ignored: readonly Change[];
}

/** The paths that changes have before and after. */
export function pathsOfChanges(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ rawPath, from }) => (from === undefined ? [rawPath] : [rawPath, from]));
}

/** Separates changes of ignored paths. A rename from or to such a path becomes two changes. */
export function splitIgnored(changes: readonly Change[], ignored: ReadonlySet<string>): SplitChanges {
  if (ignored.size === 0) return { wanted: changes, ignored: [] };
  const split = { wanted: [] as Change[], ignored: [] as Change[] };
  const sort = (change: Change) => (ignored.has(change.rawPath) ? split.ignored : split.wanted).push(change);
  for (const change of changes) {
    const { rawPath, from, before, after } = change;
    if (from === undefined || ignored.has(from) === ignored.has(rawPath)) sort(change);
    else {
      sort({ kind: "deleted", rawPath: from, ...(before === undefined ? {} : { before }) });
      sort({ kind: "added", rawPath, ...(after === undefined ? {} : { after }) });
    }
  }
  const byPath = (one: Change, other: Change) => (one.rawPath < other.rawPath ? -1 : 1);
  return { wanted: split.wanted.sort(byPath), ignored: split.ignored.sort(byPath) };
}
