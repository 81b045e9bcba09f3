import type { Manifest } from "../manifest/manifest.ts";
import { isGitName } from "../walk/stage-rules.ts";

/**
 * Says which paths git tracked before the run. What is in a directory with a repository of its own, or in a source without an index that
 * can be read, counts as tracked if it was there.
 */
export class TrackedPaths {
  readonly #indexed: ReadonlySet<string> | undefined;
  readonly #nested: readonly string[];

  /** `omitted` are the paths that staging left out, among them `.git` of nested repositories. */
  constructor(indexed: Iterable<string> | undefined, omitted: readonly string[]) {
    this.#indexed = indexed === undefined ? undefined : new Set(indexed);
    this.#nested = omitted
      .filter((rawPath) => rawPath.includes("/") && isGitName(rawPath.slice(rawPath.lastIndexOf("/") + 1)))
      .map((rawPath) => rawPath.slice(0, rawPath.lastIndexOf("/") + 1));
  }

  /** Undefined if only the state before the run can tell. */
  isIndexed(rawPath: string): boolean | undefined {
    if (this.#indexed?.has(rawPath)) return true;
    const isOpen = this.#indexed === undefined || this.#nested.some((prefix) => rawPath.startsWith(prefix));
    return isOpen ? undefined : false;
  }

  /** Those of the paths that were not tracked. */
  untracked(rawPaths: readonly string[], before: Manifest): readonly string[] {
    let existing: ReadonlySet<string> | undefined;
    return rawPaths.filter((rawPath) => {
      const isIndexed = this.isIndexed(rawPath);
      if (isIndexed !== undefined) return !isIndexed;
      existing ??= new Set(before.entries.map((entry) => entry.rawPath));
      return !existing.has(rawPath);
    });
  }
}
