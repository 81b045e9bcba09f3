import type { Stats } from "node:fs";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import type { StageBudget } from "../walk/stage-budget.ts";
import { OWN_REPOSITORY } from "../walk/stage-rules.ts";
import { faultOf, TreeError } from "../walk/tree-fault.ts";
import { type PlannedDirectory, stampOf, type TreePlan } from "../walk/tree-plan.ts";

/** The directories of an overlay. The upper one holds what the run wrote. */
export interface OverlayLayers {
  readonly merged: Directory;
  readonly upper: Directory;
  readonly lower: Directory;
}

/** What a run may have touched, to be read again. */
export interface TouchedEntries {
  /** What the upper directory holds. */
  readonly written: TreePlan;
  /** What is in directories that the run moved. Only the mount shows all of it. */
  readonly moved: TreePlan;
}

/** One directory that the upper layer has. */
interface Place {
  readonly rawPath: string;
  readonly depth: number;
  readonly upper: Directory;
  /** Undefined if the mount cannot show it any more, because the source changed. */
  readonly merged: Directory | undefined;
  /** Undefined if the source has no such directory. */
  readonly lower: Directory | undefined;
  /** Whether it is the source's directory of the same path: what is not in the upper layer is as it was. */
  readonly isSource: boolean;
}

/** One directory that the run moved here. */
interface MovedPlace extends Omit<Place, "lower" | "isSource" | "upper" | "merged"> {
  readonly upper: Directory | undefined;
  readonly merged: Directory;
  /** Where it was before. */
  readonly origin: string;
}

/**
 * Finds what a run may have touched, by what the upper directory holds: all else is as it was before, whatever the source
 * holds by now. Requires all layers on one file system: there the overlay shows the inodes of the lower directory, which tell
 * that a directory was moved.
 */
export class OverlayDelta {
  readonly #before: Manifest;
  readonly #origins: ReadonlyMap<number, string>;
  readonly #budget: StageBudget;
  readonly #written: PlannedDirectory[] = [];
  readonly #moved: PlannedDirectory[] = [];
  /** The names in the upper layer of each directory of the source. */
  readonly #names = new Map<string, ReadonlySet<string>>();
  #count = 0;

  /** `origins` are the paths of the source's directories by inode, as the run began. */
  constructor(before: Manifest, origins: ReadonlyMap<number, string>, budget: StageBudget) {
    this.#before = before;
    this.#origins = origins;
    this.#budget = budget;
  }

  /** Looks at one directory with each step. Throws `TreeError`. */
  *steps(layers: OverlayLayers): Generator<undefined, TouchedEntries> {
    // The root of the mount is no place to read files of.
    this.#moved.push(planned("", layers.merged.status()));
    yield* this.#readUpper({ ...layers, rawPath: "", depth: 0, isSource: true });
    return { written: this.#planOf(this.#written), moved: this.#planOf(this.#moved) };
  }

  /** The entries that are as they were before. To be asked after the last step. */
  untouched(): ManifestEntry[] {
    const isKept = new Map<string, boolean>();
    return this.#before.entries.filter(({ rawPath, type }) => {
      const slash = rawPath.lastIndexOf("/");
      const parent = rawPath.slice(0, Math.max(slash, 0));
      const names = this.#names.get(parent);
      const keeps = names === undefined ? isKept.get(parent) === true : !names.has(rawPath.slice(slash + 1));
      if (type === "directory") isKept.set(rawPath, keeps);
      return keeps;
    });
  }

  *#readUpper(place: Place): Generator<undefined> {
    const { rawPath, depth, upper } = place;
    const directory = planned(rawPath, upper.status());
    this.#written.push(directory);
    const entries = upper.list().filter(({ name }) => rawPath !== "" || name !== OWN_REPOSITORY);
    if (place.isSource) this.#names.set(rawPath, new Set(entries.map(({ name }) => name)));
    for (const entry of entries) {
      const path = join(rawPath, entry.name);
      if (entry.isDirectory()) {
        this.#add(path, depth + 1);
        yield* this.#readChild(place, path, entry.name);
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        this.#add(path, depth + 1);
        (entry.isFile() ? directory.files : directory.links).push(entry.name);
      }
    }
    yield;
  }

  *#readChild(place: Place, rawPath: string, name: string): Generator<undefined> {
    const merged = openOrUndefined(place.merged, name);
    const lower = openOrUndefined(place.lower, name);
    let upper: Directory | undefined;
    try {
      upper = place.upper.child(name);
      const depth = place.depth + 1;
      const origin = this.#originOf(rawPath, place.isSource, { upper, merged, lower });
      if (merged !== undefined && origin !== undefined && origin !== rawPath) {
        yield* this.#readMoved({ rawPath, depth, merged, upper, origin });
      } else if (origin === rawPath || !isUsersAlone(upper, merged)) {
        yield* this.#readUpper({ rawPath, depth, upper, merged, lower, isSource: origin === rawPath });
      }
    } catch (error) {
      throw new TreeError(faultOf(error, rawPath, "source"));
    } finally {
      merged?.close();
      lower?.close();
      upper?.close();
    }
  }

  /** The path that the directory had in the source as the run began; undefined for a directory that the run made. */
  #originOf(
    rawPath: string,
    isInSource: boolean,
    layers: Pick<Place, "upper" | "merged" | "lower">,
  ): string | undefined {
    const shown = layers.merged?.status().ino;
    const isOwn = shown === layers.upper.status().ino;
    if (shown !== undefined && !isOwn) {
      const origin = this.#origins.get(shown);
      if (origin !== undefined) return origin;
    }
    const wasThere = isInSource && this.#entryAt(rawPath)?.type === "directory";
    // A directory of the upper layer alone is new, unless the user has taken the source's away.
    const isThere = layers.lower !== undefined && this.#origins.get(layers.lower.status().ino) === rawPath;
    return wasThere && !(isOwn && isThere) ? rawPath : undefined;
  }

  *#readMoved(place: MovedPlace): Generator<undefined> {
    const { rawPath, depth, merged, upper } = place;
    const shown = planned(rawPath, merged.status());
    this.#moved.push(shown);
    // The mount may have lost what the run wrote, if the user took the source's directory away.
    const written = upper?.list() ?? [];
    const own = upper === undefined ? shown : planned(rawPath, upper.status());
    if (upper !== undefined) this.#written.push(own);
    const names = new Set(written.map(({ name }) => name));
    // What the user has put into the directory since is no work of the run.
    const kept = merged
      .list()
      .filter(({ name }) => !names.has(name) && this.#entryAt(join(place.origin, name)) !== undefined);
    for (const entry of [...written, ...kept]) {
      const { name } = entry;
      const path = join(rawPath, name);
      if (entry.isDirectory()) {
        this.#add(path, depth + 1);
        yield* this.#readMovedChild(place, path, name, join(place.origin, name));
      } else if (entry.isFile() || entry.isSymbolicLink()) {
        this.#add(path, depth + 1);
        const { files, links } = names.has(name) ? own : shown;
        (entry.isFile() ? files : links).push(name);
      }
    }
    yield;
  }

  *#readMovedChild(place: MovedPlace, rawPath: string, name: string, expected: string): Generator<undefined> {
    const upper = openOrUndefined(place.upper, name);
    const merged = openOrUndefined(place.merged, name);
    const depth = place.depth + 1;
    try {
      const shown = merged?.status().ino;
      if (upper !== undefined && (shown === undefined || shown === upper.status().ino)) {
        yield* this.#readUpper({ rawPath, depth, upper, merged, lower: undefined, isSource: false });
      } else if (merged !== undefined) {
        const origin = this.#origins.get(shown!) ?? expected;
        yield* this.#readMoved({ rawPath, depth, upper, merged, origin });
      }
    } catch (error) {
      throw new TreeError(faultOf(error, rawPath, "source"));
    } finally {
      upper?.close();
      merged?.close();
    }
  }

  #entryAt(rawPath: string): ManifestEntry | undefined {
    const { entries } = this.#before;
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (entries[middle]!.rawPath < rawPath) low = middle + 1;
      else high = middle;
    }
    return entries[low]?.rawPath === rawPath ? entries[low] : undefined;
  }

  #add(rawPath: string, depth: number): void {
    this.#count += 1;
    const { maxEntries, maxDepth } = this.#budget;
    if (this.#count > maxEntries) {
      throw new TreeError({ kind: "too_many_entries", rawPath, reason: `more than ${maxEntries} entries` });
    }
    if (depth > maxDepth) {
      throw new TreeError({ kind: "too_deep", rawPath, reason: `more than ${maxDepth} levels` });
    }
  }

  #planOf(directories: readonly PlannedDirectory[]): TreePlan {
    const counts = { entryCount: this.#count, fileCount: this.#count };
    return { directories, omitted: [], ...counts, crossesFileSystems: false };
  }
}

function planned(
  rawPath: string,
  status: Stats,
): PlannedDirectory & { readonly files: string[]; readonly links: string[] } {
  const mode = status.mode & 0o7777;
  return { rawPath, mode, stamp: stampOf(status), isForeign: false, files: [], links: [] };
}

function join(rawPath: string, name: string): string {
  return rawPath === "" ? name : `${rawPath}/${name}`;
}

/** Whether the user made the directory since, and the upper layer only hides entries of it. */
function isUsersAlone(upper: Directory, merged: Directory | undefined): boolean {
  const isMerged = merged !== undefined && merged.status().ino !== upper.status().ino;
  return isMerged && upper.list().every((entry) => entry.isCharacterDevice());
}

function openOrUndefined(parent: Directory | undefined, name: string): Directory | undefined {
  try {
    return parent?.child(name);
  } catch {
    // Not a directory in that layer, or one that the mount has lost.
    return undefined;
  }
}
