import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { isInsideGit } from "../patch/git-name.ts";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { modes, type TreeEntry, writeTree } from "./format/git-object.ts";
import type { IndexEntry, NewIndexEntry } from "./format/index-file.ts";
import type { PackWriter } from "./format/pack-writer.ts";
import type { SourceIndex } from "./source-repository.ts";

const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** A file with more bytes stays untracked: it would hold up everything else. */
const MAX_FILE_BYTES = 16 * 1024 * 1024;
const SAME_TIME_MS = 0.002;

/** A file or link of the stage that belongs into the baseline. */
export interface BaselineFile {
  readonly rawPath: string;
  readonly mode: number;
  readonly size: number;
  readonly modifiedMs: number;
  /** The blob that the source's index names for this very content. */
  readonly knownBlob: string | undefined;
}

export interface BaselineRequest {
  readonly plan: TreePlan;
  /** The source, whose files the source's index describes. */
  readonly source: Directory;
  /** The stage, whose files the stage's index describes. */
  readonly root: Directory;
  /** Whether the files of the stage are those of the source, as in an overlay. */
  readonly isShared: boolean;
  readonly index: SourceIndex | undefined;
  /** Whether a file stays untracked. */
  readonly isIgnored: (rawPath: string) => boolean;
}

/** Looks at every file that belongs into the baseline, one with each step. */
export function* listBaseline(request: BaselineRequest): Generator<undefined, BaselineFile[]> {
  const { plan, source, root, isShared, index, isIgnored } = request;
  const known = new Map(index?.entries.map((entry) => [entry.rawPath, entry]));
  const sourceChain = new DirectoryChain(source);
  const rootChain = isShared ? sourceChain : new DirectoryChain(root);
  const files: BaselineFile[] = [];
  try {
    for (const directory of plan.directories) {
      for (const name of [...directory.files, ...directory.links]) {
        yield;
        const rawPath = directory.rawPath === "" ? name : `${directory.rawPath}/${name}`;
        if (isInsideGit(name) || isIgnored(rawPath)) continue;
        const status = statusOf(rootChain, directory.rawPath, name);
        const mode = status && modeOf(status);
        if (status === undefined || mode === undefined) continue;
        const entry = known.get(rawPath);
        const original =
          isShared || entry === undefined ? status : statusOf(sourceChain, directory.rawPath, name);
        const isKnown =
          index !== undefined &&
          entry !== undefined &&
          original !== undefined &&
          mode !== modes.link &&
          isAsIndexed(entry, original, index.writtenMs);
        const { size, mtimeMs: modifiedMs } = status;
        files.push({ rawPath, mode, size, modifiedMs, knownBlob: isKnown ? entry.oid : undefined });
      }
    }
    return files;
  } finally {
    sourceChain.close();
    rootChain.close();
  }
}

/** Reads a file of the stage. Undefined where it is gone, no longer the same, or too large. */
export class BaselineReader {
  readonly #chain: DirectoryChain;

  constructor(root: Directory) {
    this.#chain = new DirectoryChain(root);
  }

  read({ rawPath, mode, size }: BaselineFile): Buffer | undefined {
    if (size > MAX_FILE_BYTES) return undefined;
    const slash = rawPath.lastIndexOf("/");
    const name = rawPath.slice(slash + 1);
    try {
      const place = this.#chain.at(rawPath.slice(0, Math.max(slash, 0))).place(name);
      const content = mode === modes.link ? readlinkSync(place, "buffer") : readFile(place);
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
  const add = (rawPath: string, mode: number, oid: string) => {
    const slash = rawPath.lastIndexOf("/");
    const parent = rawPath.slice(0, Math.max(slash, 0));
    const siblings = entries.get(parent);
    const entry = { name: rawPath.slice(slash + 1), mode, oid };
    if (siblings === undefined) entries.set(parent, [entry]);
    else siblings.push(entry);
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
  if (!status.isFile()) return undefined;
  return (status.mode & 0o100) === 0 ? modes.file : modes.program;
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
