import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from "node:fs";
import { fileMode, modes, type TreeEntry, writeTree } from "../git/format/git-object.ts";
import type { IndexEntry, NewIndexEntry } from "../git/format/index-file.ts";
import type { PackWriter } from "../git/format/pack-writer.ts";
import { isInsideGit } from "../git/git-name.ts";
import type { KeptBlob } from "../scan/blob-keeper.ts";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import type { SourceIndex } from "./source-repository.ts";

const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** A file with more bytes is not read again: it would hold up everything else. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const SAME_TIME_MS = 0.002;

/** A file or link of the stage that belongs into the baseline. */
export interface BaselineFile extends Omit<NewIndexEntry, "oid"> {
  /** The content that was kept when the file was staged. Large files have none. */
  readonly oid?: string;
  /** The blob that the source's index names for this very content, if none was kept. */
  readonly indexedBlob?: string | undefined;
}

export interface BaselineRequest {
  readonly plan: TreePlan;
  /** The source, whose files the source's index describes. */
  readonly source: Directory;
  readonly index: SourceIndex | undefined;
  /** The files that the stage's index describes: the stage, or the source of an overlay. */
  readonly files: Directory;
  readonly kept: readonly KeptBlob[];
  /** Whether a file stays untracked. */
  readonly isIgnored: (rawPath: string) => boolean;
}

/** Lists every file that belongs into the baseline. Looks only at those whose contents were not kept, at one with each step. */
export function* listBaseline(request: BaselineRequest): Generator<undefined, BaselineFile[]> {
  const { plan, source, kept } = request;
  const chain = new DirectoryChain(request.files);
  const indexed = new IndexedBlobs(source, request.index);
  const files: BaselineFile[] = kept.filter(({ rawPath }) => !isInsideGit(rawPath));
  if (kept.length === countOf(plan)) return files;
  const known = new Set(kept.map(({ rawPath }) => rawPath));
  try {
    for (const directory of plan.directories) {
      for (const name of [...directory.files, ...directory.links]) {
        const rawPath = directory.rawPath === "" ? name : `${directory.rawPath}/${name}`;
        if (known.has(rawPath) || isInsideGit(name) || request.isIgnored(rawPath)) continue;
        yield;
        const status = statusOf(chain, directory.rawPath, name);
        const mode = status && modeOf(status);
        if (status === undefined || mode === undefined) continue;
        const { size, mtimeMs: modifiedMs } = status;
        const indexedBlob = indexed.find(directory.rawPath, name);
        files.push({ rawPath, mode, size, modifiedMs, indexedBlob });
      }
    }
    return files;
  } finally {
    chain.close();
    indexed.close();
  }
}

function countOf({ directories }: TreePlan): number {
  return directories.reduce((sum, { files, links }) => sum + files.length + links.length, 0);
}

/** Finds the blobs of files that are as the source's index describes them. */
class IndexedBlobs {
  readonly #chain: DirectoryChain;
  readonly #index: SourceIndex | undefined;
  #byPath: ReadonlyMap<string, IndexEntry> | undefined;

  constructor(source: Directory, index: SourceIndex | undefined) {
    this.#chain = new DirectoryChain(source);
    this.#index = index;
  }

  find(rawDirectory: string, name: string): string | undefined {
    if (this.#index === undefined) return undefined;
    this.#byPath ??= new Map(this.#index.entries.map((entry) => [entry.rawPath, entry]));
    const entry = this.#byPath.get(rawDirectory === "" ? name : `${rawDirectory}/${name}`);
    const status = entry && statusOf(this.#chain, rawDirectory, name);
    return status?.isFile() === true && isAsIndexed(entry!, status, this.#index.writtenMs)
      ? entry!.oid
      : undefined;
  }

  close(): void {
    this.#chain.close();
  }
}

/** Reads a file of the stage. Undefined if it is gone, no longer the same, or too large. */
export class BaselineReader {
  readonly #chain: DirectoryChain;

  constructor(root: Directory) {
    this.#chain = new DirectoryChain(root);
  }

  read({ rawPath, mode, size }: BaselineFile): Buffer | undefined {
    if (size > MAX_FILE_BYTES || mode === modes.link) return undefined;
    const slash = rawPath.lastIndexOf("/");
    const name = rawPath.slice(slash + 1);
    try {
      const content = readFile(this.#chain.at(rawPath.slice(0, Math.max(slash, 0))).place(name));
      return content.length === size ? content : undefined;
    } catch {
      // Gone, or not readable.
      return undefined;
    }
  }

  close(): void {
    this.#chain.close();
  }
}

/** Writes the trees of the baseline, and returns the name of the first. */
export function writeBaselineTree(pack: PackWriter, plan: TreePlan, files: readonly NewIndexEntry[]): string {
  const entries = new Map<string, TreeEntry[]>();
  // Most files stand beside those of the same directory.
  let last: { readonly parent: string; readonly siblings: TreeEntry[] } | undefined;
  const siblingsIn = (parent: string): TreeEntry[] => {
    const siblings = entries.get(parent) ?? [];
    if (siblings.length === 0) entries.set(parent, siblings);
    last = { parent, siblings };
    return siblings;
  };
  const add = (rawPath: string, mode: number, oid: string) => {
    const slash = rawPath.lastIndexOf("/");
    const isBeside = last?.parent.length === slash && rawPath.startsWith(last.parent);
    const siblings = isBeside ? last!.siblings : siblingsIn(rawPath.slice(0, Math.max(slash, 0)));
    siblings.push({ name: rawPath.slice(slash + 1), mode, oid });
  };
  for (const { rawPath, mode, oid } of files) add(rawPath, mode, oid);
  // Parents stand before what is in them.
  for (const { rawPath } of plan.directories.toReversed()) {
    const own = entries.get(rawPath);
    if (rawPath !== "" && own !== undefined) add(rawPath, modes.tree, pack.add("tree", writeTree(own)));
  }
  return pack.add("tree", writeTree(entries.get("") ?? []));
}

function readFile(place: string | Buffer): Buffer {
  const file = openSync(place, OPEN_FILE);
  try {
    if (!fstatSync(file).isFile()) throw new Error("no longer a file");
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

function statusOf(chain: DirectoryChain, rawDirectory: string, name: string): Stats | undefined {
  try {
    return chain.at(rawDirectory).entryStatus(name);
  } catch {
    // It was not readable and is not in the copy, or is gone.
    return undefined;
  }
}

function modeOf(status: Stats): number | undefined {
  if (status.isSymbolicLink()) return modes.link;
  return status.isFile() ? fileMode(status.mode) : undefined;
}

/**
 * Whether the file is the one that was added to the index. All members count that git records, and a file of the same second as
 * the index does not count: it may have changed unnoticed.
 */
function isAsIndexed(entry: IndexEntry, status: Stats, writtenMs: number): boolean {
  const isSame = (one: number, other: number) => Math.abs(one - other) < SAME_TIME_MS;
  return (
    isSame(entry.modifiedMs, status.mtimeMs) &&
    isSame(entry.changedMs, status.ctimeMs) &&
    entry.size === status.size % 2 ** 32 &&
    entry.ino === status.ino % 2 ** 32 &&
    entry.uid === status.uid &&
    entry.gid === status.gid &&
    Math.floor(entry.modifiedMs / 1000) < Math.floor(writtenMs / 1000)
  );
}
