import { posix } from "node:path";
import { modes, parseTree, type TreeEntry } from "../../git/format/git-object.ts";
import { isInsideGit } from "../../git/git-name.ts";
import type { StageRules } from "../../walk/stage-rules.ts";
import type { ObjectReader } from "../object-reader.ts";

/** The most entries of trees that are looked at. A hostile repository can have any number in a few bytes. */
const MAX_ENTRIES = 600_000;
const MAX_DIRECTORIES = 60_000;
const MAX_DEPTH = 256;

/** An entry of a tree that the rules take. */
export interface TakenEntry extends TreeEntry {
  /** The key of a directory in the survey. */
  readonly key?: string;
}

/** Reads trees of commits, and sorts their blobs by the rules of the stage. */
export class TreeSurvey {
  /** Blobs at a path that is left out of the stage. */
  readonly leftOut = new Set<string>();
  /** What the rules take of each directory, by tree and path. Undefined if the tree cannot be read. */
  readonly taken = new Map<string, readonly TakenEntry[] | undefined>();
  readonly #reader: ObjectReader;
  readonly #rules: StageRules;
  readonly #rawRoot: string;
  readonly #parsed = new Map<string, Promise<readonly TreeEntry[] | undefined>>();
  #entryCount = 0;

  constructor(reader: ObjectReader, rules: StageRules, rawRoot: string) {
    this.#reader = reader;
    this.#rules = rules;
    this.#rawRoot = rawRoot;
  }

  /** Looks at all entries of a tree that is new. Returns its key, or undefined if there are too many entries. */
  async add(tree: string): Promise<string | undefined> {
    await this.#visit(tree, "", false, 0);
    return this.#isOver() ? undefined : keyOf(tree, "", false);
  }

  /** The blobs that one tree holds and the rules take, without those of trees in `seen`, which grows. */
  *blobsOf(key: string, seen: Set<string>): Generator<string> {
    if (seen.has(key)) return;
    seen.add(key);
    for (const { mode, oid, key: below } of this.taken.get(key) ?? []) {
      if (below !== undefined) yield* this.blobsOf(below, seen);
      else if (mode !== modes.gitlink) yield oid;
    }
  }

  async #visit(tree: string, rawPath: string, isIncluded: boolean, depth: number): Promise<void> {
    const key = keyOf(tree, rawPath, isIncluded);
    if (this.taken.has(key) || this.#isOver()) return;
    this.taken.set(key, undefined);
    const entries = depth > MAX_DEPTH ? undefined : await this.#read(tree);
    if (entries === undefined || this.#isOver()) return;
    this.#entryCount += entries.length;
    const taken: TakenEntry[] = [];
    const below: Promise<void>[] = [];
    for (const entry of entries) {
      const path = rawPath === "" ? entry.name : `${rawPath}/${entry.name}`;
      // No stage has the data of a repository, and no commit should.
      if (isInsideGit(entry.name)) continue;
      if (entry.mode === modes.tree) {
        const verdict = this.#rules.judgeDirectory(path, isIncluded);
        if (verdict === "take" || verdict === "pass") {
          const isBelow = verdict === "take";
          taken.push({ ...entry, key: keyOf(entry.oid, path, isBelow) });
          below.push(this.#visit(entry.oid, path, isBelow, depth + 1));
        } else below.push(this.#leaveOut(entry.oid, depth + 1));
      } else if (await this.#isTaken(entry, path, isIncluded)) taken.push(entry);
      else this.leftOut.add(entry.oid);
    }
    this.taken.set(key, taken);
    await Promise.all(below);
  }

  #isOver(): boolean {
    return this.#entryCount > MAX_ENTRIES || this.taken.size > MAX_DIRECTORIES;
  }

  /** A tree at several places is read once. */
  #read(tree: string): Promise<readonly TreeEntry[] | undefined> {
    let parsed = this.#parsed.get(tree);
    if (parsed === undefined) {
      parsed = this.#reader.read(tree, "tree").then((content) => content && parseTree(content));
      this.#parsed.set(tree, parsed);
    }
    return parsed;
  }

  /** Adds all blobs below a directory that is left out. */
  async #leaveOut(tree: string, depth: number): Promise<void> {
    const key = `${tree} left out`;
    if (this.taken.has(key) || this.#isOver() || depth > MAX_DEPTH) return;
    this.taken.set(key, undefined);
    const entries = (await this.#read(tree)) ?? [];
    this.#entryCount += entries.length;
    await Promise.all(
      entries.map(({ mode, oid }) => {
        if (mode === modes.tree) return this.#leaveOut(oid, depth + 1);
        this.leftOut.add(oid);
        return undefined;
      }),
    );
  }

  async #isTaken({ mode, oid }: TreeEntry, rawPath: string, isIncluded: boolean): Promise<boolean> {
    if (mode !== modes.link || this.#rules.takesEveryFile) {
      return this.#rules.judgeFile(rawPath, isIncluded) === "take";
    }
    const text = (await this.#reader.read(oid, "blob"))?.toString("latin1");
    if (text === undefined) return false;
    const resolved = posix.resolve(this.#rawRoot, posix.dirname(rawPath), text);
    const inside = resolved.startsWith(`${this.#rawRoot}/`)
      ? resolved.slice(this.#rawRoot.length + 1)
      : undefined;
    return this.#rules.judgeLink(rawPath, isIncluded, { resolved, inside, isDirectory: false }) === "take";
  }
}

// The rules judge by the path, so that one tree at two places may keep different entries.
function keyOf(tree: string, rawPath: string, isIncluded: boolean): string {
  return `${tree} ${isIncluded ? "+" : "-"} ${rawPath}`;
}
