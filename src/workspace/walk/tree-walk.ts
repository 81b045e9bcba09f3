import type { Dirent } from "node:fs";
import { Directory } from "./directory.ts";
import { readLinkTarget } from "./link-target.ts";
import type { NoteList } from "./note-list.ts";
import type { StageBudget } from "./stage-budget.ts";
import { isGitName, OWN_REPOSITORY, type StageRules, type Verdict } from "./stage-rules.ts";
import { faultOf, isUnreadable, TreeError } from "./tree-fault.ts";
import { isForeign, type PlannedDirectory, stampOf, type TreePlan } from "./tree-plan.ts";
import { runInTurns } from "./turns.ts";

/** One descriptor is held for every level, so that deeper trees are refused whatever the budget says. */
const MAX_DEPTH = 500;
/** A plan lists so many omitted entries, and one more if there are more. */
export const MAX_LISTED_OMITTED = 100_000;

export interface WalkRequest {
  readonly root: Directory;
  /** The absolute path of the root, one character per byte, for links that lead back into the tree. */
  readonly rootPath: string;
  /** Undefined takes everything, `.git` included. */
  readonly rules: StageRules | undefined;
  /** Whether `.git` in the root is the stage's own repository, which is no part of the tree. */
  readonly hasOwnRepository?: boolean;
  /** Says of a `.git` entry that it is taken nevertheless. */
  readonly takesGit?: (rawPath: string) => boolean;
  /** A directory that is left out with all of its content, by its identity: where stages are kept. */
  readonly leaveOut?: { readonly dev: number; readonly ino: number } | undefined;
  readonly budget: StageBudget;
  readonly notes: NoteList;
  readonly signal: AbortSignal;
}

interface Frame {
  readonly directory: Directory;
  readonly rawPath: string;
  readonly depth: number;
  readonly isIncluded: boolean;
  /** Whether the directory holds settings of the agent beside documents. */
  readonly isMixed: boolean;
  /** Names of directories that are still to be walked. */
  readonly pending: string[];
  readonly planIndex: number;
}

/**
 * Lists a tree by descriptors, without following links and without looking at files. Throws `TreeError` if the tree is over
 * budget or changes meanwhile.
 */
export async function walkTree(request: WalkRequest): Promise<TreePlan> {
  const walk = new TreeWalk(request);
  try {
    await runInTurns(walk.steps(), request.signal);
    return walk.plan();
  } finally {
    walk.close();
  }
}

class TreeWalk {
  readonly #request: WalkRequest;
  readonly #frames: Frame[] = [];
  readonly #planned: (PlannedDirectory & { readonly parent: number; readonly isTaken: boolean })[] = [];
  readonly #omitted: string[] = [];
  readonly #maxDepth: number;
  readonly #asksNamesOnly: boolean;
  readonly #user = { uid: process.geteuid?.(), gid: process.getegid?.() };
  #entryCount = 0;
  #fileCount = 0;
  #crossesFileSystems = false;

  constructor(request: WalkRequest) {
    this.#request = request;
    this.#maxDepth = Math.min(request.budget.maxDepth, MAX_DEPTH);
    this.#asksNamesOnly = request.rules?.asksNamesOnly ?? true;
  }

  /** Walks one directory with each step. */
  *steps(): Generator<undefined, void> {
    this.#enter(Directory.open(`${this.#request.root.prefix}/.`), "", 0, false, -1);
    for (let frame = this.#frames.at(-1); frame !== undefined; frame = this.#frames.at(-1)) {
      const name = frame.pending.pop();
      if (name !== undefined) this.#descend(frame, name);
      else {
        this.#frames.pop();
        frame.directory.close();
      }
      yield;
    }
  }

  plan(): TreePlan {
    const isNeeded = this.#planned.map(
      ({ isTaken, files, links }) => isTaken || files.length + links.length > 0,
    );
    for (let index = this.#planned.length - 1; index > 0; index -= 1) {
      if (isNeeded[index]) isNeeded[this.#planned[index]!.parent] = true;
    }
    isNeeded[0] = true;
    const directories = this.#planned
      .filter((_, index) => isNeeded[index])
      .map(({ parent: _, isTaken: __, ...directory }) => directory);
    return {
      directories,
      omitted: this.#omitted,
      entryCount: this.#entryCount - (this.#planned.length - directories.length),
      fileCount: this.#fileCount,
      crossesFileSystems: this.#crossesFileSystems,
    };
  }

  close(): void {
    for (const frame of this.#frames.splice(0)) frame.directory.close();
  }

  #descend(parent: Frame, name: string): void {
    const rawPath = join(parent.rawPath, name);
    const { rules, notes } = this.#request;
    const verdict = rules === undefined ? "take" : rules.judgeDirectory(rawPath, parent.isIncluded);
    if (!this.#isWanted(rawPath, verdict)) return;
    let directory: Directory;
    try {
      directory = parent.directory.child(name);
    } catch (error) {
      if (!isUnreadable(error)) throw new TreeError(faultOf(error, rawPath, "source"));
      notes.add(rawPath, "unreadable");
      this.#omit(rawPath);
      return;
    }
    this.#enter(directory, rawPath, parent.depth + 1, verdict === "take", parent.planIndex);
  }

  #enter(directory: Directory, rawPath: string, depth: number, isTaken: boolean, parent: number): void {
    const frame: Frame = {
      directory,
      rawPath,
      depth,
      isIncluded: isTaken,
      isMixed: this.#request.rules?.isMixed(rawPath) ?? false,
      pending: [],
      planIndex: this.#planned.length,
    };
    this.#frames.push(frame);
    const status = directory.status();
    const { leaveOut, notes } = this.#request;
    if (leaveOut !== undefined && status.ino === leaveOut.ino && status.dev === leaveOut.dev) {
      this.#omit(rawPath);
      return;
    }
    const root = this.#planned[0];
    if (root !== undefined && root.stamp.dev !== status.dev) this.#crossesFileSystems = true;
    let list: Dirent[];
    try {
      list = directory.list();
    } catch (error) {
      if (!isUnreadable(error) || rawPath === "") throw new TreeError(faultOf(error, rawPath, "source"));
      notes.add(rawPath, "unreadable");
      this.#omit(rawPath);
      return;
    }
    if (rawPath !== "") this.#count("", rawPath);
    const files: string[] = [];
    const links: string[] = [];
    this.#planned.push({
      rawPath,
      mode: status.mode & 0o7777,
      stamp: stampOf(status),
      isForeign: isForeign(status, this.#user),
      files,
      links,
      parent,
      isTaken,
    });
    if (list.length > 0 && depth >= this.#maxDepth) {
      throw new TreeError({ kind: "too_deep", rawPath, reason: `more than ${this.#maxDepth} levels` });
    }
    for (const entry of list) this.#sort(frame, entry, files, links);
  }

  #sort(frame: Frame, entry: Dirent, files: string[], links: string[]): void {
    const { name } = entry;
    const { rules, takesGit } = this.#request;
    const isQuick = this.#asksNamesOnly && (rules?.takesName(name, frame.isMixed) ?? true);
    if (isQuick && entry.isFile() && !isGitName(name)) {
      this.#takeFile(frame, name, files);
      return;
    }
    const rawPath = join(frame.rawPath, name);
    if (this.#request.hasOwnRepository === true && rawPath === OWN_REPOSITORY) return;
    if (rules !== undefined && isGitName(name) && !takesGit?.(rawPath)) {
      this.#omit(rawPath);
    } else if (entry.isDirectory()) {
      frame.pending.push(name);
    } else if (entry.isFile()) {
      const verdict = rules === undefined ? "take" : rules.judgeFile(rawPath, frame.isIncluded);
      if (this.#isWanted(rawPath, verdict)) this.#takeFile(frame, name, files);
    } else if (entry.isSymbolicLink()) {
      if (!this.#isWanted(rawPath, this.#judgeLink(frame, name, rawPath))) return;
      this.#count(frame.rawPath, name);
      links.push(name);
    } else {
      this.#omit(rawPath);
      this.#request.notes.add(rawPath, kindOfSpecial(entry));
    }
  }

  #judgeLink(frame: Frame, name: string, rawPath: string): Verdict {
    const { rules, rootPath } = this.#request;
    if (rules === undefined) return "take";
    try {
      const target = readLinkTarget(rootPath, frame.directory, frame.rawPath, name);
      return rules.judgeLink(rawPath, frame.isIncluded, target);
    } catch (error) {
      throw new TreeError(faultOf(error, rawPath, "source"));
    }
  }

  #isWanted(rawPath: string, verdict: Verdict): boolean {
    if (verdict === "take" || verdict === "pass") return true;
    this.#omit(rawPath);
    if (verdict !== "omit") this.#request.notes.add(rawPath, verdict.reason, verdict.rule);
    return false;
  }

  #omit(rawPath: string): void {
    if (this.#omitted.length <= MAX_LISTED_OMITTED) this.#omitted.push(rawPath);
  }

  #takeFile(frame: Frame, name: string, files: string[]): void {
    this.#count(frame.rawPath, name);
    this.#fileCount += 1;
    files.push(name);
  }

  #count(rawDirectory: string, name: string): void {
    this.#entryCount += 1;
    const { maxEntries } = this.#request.budget;
    if (this.#entryCount <= maxEntries) return;
    const rawPath = join(rawDirectory, name);
    throw new TreeError({ kind: "too_many_entries", rawPath, reason: `more than ${maxEntries} entries` });
  }
}

function kindOfSpecial(entry: Dirent): string {
  if (entry.isFIFO()) return "named pipe";
  if (entry.isSocket()) return "socket";
  return entry.isCharacterDevice() ? "character device" : "block device";
}

function join(rawDirectory: string, name: string): string {
  return rawDirectory === "" ? name : `${rawDirectory}/${name}`;
}
