import type { Dirent } from "node:fs";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { StageBudget } from "../stage/stage-request.ts";
import type { Directory } from "../walk/directory.ts";
import { faultOf, TreeError } from "../walk/tree-fault.ts";
import { type PlannedDirectory, stampOf, type TreePlan } from "../walk/tree-plan.ts";

/** The directories of an overlay. The upper one holds what the run wrote. */
export interface OverlayLayers {
  readonly merged: Directory;
  readonly upper: Directory;
  readonly lower: Directory;
}

/** One directory in all layers; undefined where it is not in a layer. */
interface Place {
  readonly rawPath: string;
  readonly depth: number;
  readonly merged: Directory;
  readonly upper: Directory | undefined;
  /** Undefined where the directory was moved here, or is new. */
  readonly lower: Directory | undefined;
}

/**
 * Finds what a run may have touched. An entry that is not in the upper directory, and still is the source's own entry at that
 * path by its inode, is as it was before. Everything else is read again. Requires all layers on one file system: there the
 * overlay shows the inodes of the lower directory.
 */
export class OverlayDelta {
  /** Entries that are as they were. */
  readonly untouched: ManifestEntry[] = [];
  readonly #before: Manifest;
  readonly #budget: StageBudget;
  readonly #touched: PlannedDirectory[] = [];
  #fileCount = 0;
  #entryCount = 0;

  constructor(before: Manifest, budget: StageBudget) {
    this.#before = before;
    this.#budget = budget;
  }

  /** Compares one directory with each step. Throws `TreeError`. */
  *steps(layers: OverlayLayers): Generator<undefined, TreePlan> {
    yield* this.#compare({ ...layers, rawPath: "", depth: 0 });
    return {
      directories: this.#touched,
      omitted: [],
      entryCount: this.#entryCount,
      fileCount: this.#fileCount,
      crossesFileSystems: false,
    };
  }

  *#compare(place: Place): Generator<undefined> {
    const { rawPath, merged } = place;
    const status = merged.status();
    const files: string[] = [];
    const links: string[] = [];
    this.#touched.push({
      rawPath,
      mode: status.mode & 0o7777,
      stamp: stampOf(status),
      isForeign: false,
      files,
      links,
    });
    const written = new Map((place.upper?.list() ?? []).map((entry) => [entry.name, entry]));
    for (const entry of merged.list()) {
      const { name } = entry;
      const path = rawPath === "" ? name : `${rawPath}/${name}`;
      if (!written.has(name) && isOwnEntry(place, name)) {
        this.#keep(path, entry);
      } else if (entry.isDirectory()) {
        this.#count(path, place.depth + 1);
        yield* this.#compareChild(place, path, name, written.get(name));
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        this.#count(path, place.depth + 1);
        (entry.isFile() ? files : links).push(name);
      }
    }
    yield;
  }

  *#compareChild(
    place: Place,
    rawPath: string,
    name: string,
    inUpper: Dirent | undefined,
  ): Generator<undefined> {
    let merged: Directory | undefined;
    let upper: Directory | undefined;
    let lower: Directory | undefined;
    try {
      merged = place.merged.child(name);
      upper = inUpper?.isDirectory() ? place.upper?.child(name) : undefined;
      lower = openOrUndefined(place.lower, name);
      yield* this.#compare({ rawPath, depth: place.depth + 1, merged, upper, lower });
    } catch (error) {
      throw new TreeError(faultOf(error, rawPath, "source"));
    } finally {
      merged?.close();
      upper?.close();
      lower?.close();
    }
  }

  /** Takes the entries at and below a path from the manifest before. One that is not there came from the source since. */
  #keep(rawPath: string, entry: Dirent): void {
    const { entries } = this.#before;
    const first = indexOf(entries, rawPath);
    if (entries[first]?.rawPath === rawPath) this.untouched.push(entries[first]);
    if (!entry.isDirectory()) return;
    const prefix = `${rawPath}/`;
    for (let at = indexOf(entries, prefix); entries[at]?.rawPath.startsWith(prefix); at += 1) {
      this.untouched.push(entries[at]!);
    }
  }

  #count(rawPath: string, depth: number): void {
    this.#entryCount += 1;
    this.#fileCount += 1;
    const { maxEntries, maxDepth } = this.#budget;
    if (this.#entryCount > maxEntries) {
      throw new TreeError({ kind: "too_many_entries", rawPath, reason: `more than ${maxEntries} entries` });
    }
    if (depth > maxDepth) {
      throw new TreeError({ kind: "too_deep", rawPath, reason: `more than ${maxDepth} levels` });
    }
  }
}

/** Whether the merged entry is the source's entry at the same path. A renamed directory shows entries of other places. */
function isOwnEntry(place: Place, name: string): boolean {
  if (place.lower === undefined) return false;
  try {
    return place.merged.entryStatus(name).ino === place.lower.entryStatus(name).ino;
  } catch {
    // The source's entry is gone.
    return false;
  }
}

function openOrUndefined(parent: Directory | undefined, name: string): Directory | undefined {
  try {
    return parent?.child(name);
  } catch {
    // Not a directory in that layer.
    return undefined;
  }
}

/** The first index whose path is not smaller. */
function indexOf(entries: readonly ManifestEntry[], rawPath: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.rawPath < rawPath) low = middle + 1;
    else high = middle;
  }
  return low;
}
