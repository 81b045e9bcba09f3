import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type IndexEntry, parseIndex } from "../git/format/index-file.ts";
import { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";

/** What is read of the repository that a source has. Nothing here follows a link or obeys a configuration. */
export interface SourceRepository {
  /** The directory of its objects; one character per byte. */
  readonly rawObjects: string;
  /** Without `refs/heads/`, one character per byte. Undefined for a detached or unusable HEAD. */
  readonly branch: string | undefined;
  /** The commit of HEAD. Undefined before the first commit, and for names of SHA-256. */
  readonly head: string | undefined;
  /** Undefined if there is none that can be read. */
  readonly index: SourceIndex | undefined;
}

export interface SourceIndex {
  readonly entries: readonly IndexEntry[];
  /** When the index was written. A file of the same time or later may have changed since. */
  readonly writtenMs: number;
}

const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
const SMALL_BYTES = 4096;
const MAX_REFS_BYTES = 64 * 1024 * 1024;
const MAX_INDEX_BYTES = 512 * 1024 * 1024;
const OID = /^[0-9a-f]{40}$/;
// The rules of `git check-ref-format`, without the separators of components.
// biome-ignore lint/suspicious/noControlCharactersInRegex: git forbids them in names
const BAD_NAME = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\.$|^-/;
const BAD_COMPONENT = /^$|^\.|\.lock$/;

/** Finds the repository in the root itself. Undefined if there is none that can be used. */
export function findSourceRepository(root: Directory, rawRoot: string): SourceRepository | undefined {
  let own: Directory | undefined;
  let common: Directory | undefined;
  try {
    const rawPath = findGitDirectory(root, rawRoot);
    if (rawPath === undefined) return undefined;
    own = Directory.open(rawPath.own);
    common = Directory.open(rawPath.common);
    const head = readSmall(own, "HEAD");
    const branch = branchOf(head);
    return {
      rawObjects: `${rawPath.common}/objects`,
      branch,
      head: commitOf(common, head, branch),
      index: readIndex(own),
    };
  } catch {
    // A part of it is missing, no directory, or not readable: then the stage does without.
    return undefined;
  } finally {
    own?.close();
    common?.close();
  }
}

/** A directory `.git`, or that of a worktree which the repository it names knows as well. */
function findGitDirectory(
  root: Directory,
  rawRoot: string,
): { readonly own: string; readonly common: string } | undefined {
  const rawGit = `${rawRoot}/.git`;
  const status = root.entryStatus(".git");
  if (status.isDirectory()) return { own: rawGit, common: rawGit };
  if (!status.isFile()) return undefined;
  const link = /^gitdir: (.+)\n?$/s.exec(readSmall(root, ".git") ?? "")?.[1];
  if (link === undefined) return undefined;
  const own = realpath(resolve(rawRoot, link.trimEnd()));
  const common = dirname(dirname(own));
  if (basename(dirname(own)) !== "worktrees") return undefined;
  const directory = Directory.open(own);
  try {
    // The file `.git` alone could name the repository of somebody else's work. The other side has to agree.
    const back = readSmall(directory, "gitdir")?.trimEnd();
    const above = readSmall(directory, "commondir")?.trimEnd();
    if (back === undefined || above === undefined || realpath(resolve(own, above)) !== common)
      return undefined;
    const isMutual = join(realpath(dirname(resolve(own, back))), basename(back)) === rawGit;
    return isMutual && directory.status().uid === root.status().uid ? { own, common } : undefined;
  } finally {
    directory.close();
  }
}

function realpath(rawPath: string): string {
  return realpathSync.native(Buffer.from(rawPath, "latin1"), "latin1");
}

function branchOf(head: string | undefined): string | undefined {
  const name = /^ref: refs\/heads\/(.+?)\s*$/s.exec(head ?? "")?.[1];
  if (name === undefined || BAD_NAME.test(name) || name === "HEAD") return undefined;
  return name.split("/").some((component) => BAD_COMPONENT.test(component)) ? undefined : name;
}

function commitOf(
  common: Directory,
  head: string | undefined,
  branch: string | undefined,
): string | undefined {
  const oid = branch === undefined ? head?.trim() : (looseRef(common, branch) ?? packedRef(common, branch));
  return oid !== undefined && OID.test(oid) ? oid : undefined;
}

function looseRef(common: Directory, branch: string): string | undefined {
  const names = ["refs", "heads", ...branch.split("/")];
  const name = names.pop()!;
  const chain = new DirectoryChain(common);
  try {
    return readSmall(chain.at(names.join("/")), name)?.trim();
  } catch {
    // No such directory: the reference may be a packed one.
    return undefined;
  } finally {
    chain.close();
  }
}

function packedRef(common: Directory, branch: string): string | undefined {
  const text = readEntry(common, "packed-refs", MAX_REFS_BYTES)?.content.toString("latin1");
  const end = ` refs/heads/${branch}`;
  return text
    ?.split("\n")
    .find((line) => line.endsWith(end) && line.length === 40 + end.length)
    ?.slice(0, 40);
}

function readIndex(directory: Directory): SourceIndex | undefined {
  const file = readEntry(directory, "index", MAX_INDEX_BYTES);
  const entries = file && parseIndex(file.content);
  return entries && { entries, writtenMs: file.modifiedMs };
}

function readSmall(directory: Directory, name: string): string | undefined {
  return readEntry(directory, name, SMALL_BYTES)?.content.toString("latin1");
}

/** Undefined if it is missing, no file, or too large. */
function readEntry(
  directory: Directory,
  name: string,
  maxBytes: number,
): { readonly content: Buffer; readonly modifiedMs: number } | undefined {
  let file: number;
  try {
    file = openSync(directory.place(name), OPEN_FILE);
  } catch {
    // Missing, a link, or not readable.
    return undefined;
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile() || status.size > maxBytes) return undefined;
    return { content: readFileSync(file), modifiedMs: status.mtimeMs };
  } finally {
    closeSync(file);
  }
}
