import { rmSync } from "node:fs";
import { reasonOf } from "../../lib/index.ts";
import { writeCommit } from "../git/format/commit-object.ts";
import { type NewIndexEntry, writeIndex } from "../git/format/index-file.ts";
import { PackWriter } from "../git/format/pack-writer.ts";
import type { RepositoryLimits } from "../opening/repository-limits.ts";
import type { KeptBlob, KeptBlobs } from "../scan/blob-keeper.ts";
import { Directory } from "../walk/directory.ts";
import type { StageRules } from "../walk/stage-rules.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { runInTurns } from "../walk/turns.ts";
import type { BaselineBlob } from "./base-contents.ts";
import { type BaselineFile, BaselineReader, listBaseline, writeBaselineTree } from "./baseline.ts";
import { copyBlobs } from "./blob-copy.ts";
import { BASELINE_AUTHOR, DEFAULT_BRANCH, type GitDirectory } from "./git-directory.ts";
import { History } from "./history/history.ts";
import { leftOutBlobs } from "./history/left-out-blobs.ts";
import { blobSizes, ObjectReader } from "./object-reader.ts";
import { makeObjectView } from "./object-view.ts";
import type { StageRepository } from "./repository-report.ts";
import type { SourceRepository } from "./source-repository.ts";

/** What a repository is made of. */
export interface RepositoryRequest {
  readonly source: { readonly rawPath: string; readonly directory: Directory };
  /** What the source has of a repository. */
  readonly found: SourceRepository | undefined;
  readonly plan: TreePlan;
  readonly rules: StageRules;
  /** The absolute path of the stage. */
  readonly root: string;
  /** The absolute path of the directory that takes the writes of an overlay. The files of such a stage are those of the source. */
  readonly upper: string | undefined;
  /** The repository that is made. It has the kept contents, and is put into the stage. */
  readonly target: GitDirectory;
  /** The contents that were kept when the files were staged. */
  readonly kept: Promise<readonly KeptBlobs[]>;
  /** A directory that does not exist, out of reach of the agent. It is removed again. */
  readonly workDirectory: string;
  readonly isIgnored: (rawPath: string) => boolean;
  readonly limits: RepositoryLimits;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** A repository, and the files of its baseline. */
export interface MadeRepository extends StageRepository {
  readonly files: readonly BaselineBlob[];
}

/**
 * Gives the stage a repository of its own: a baseline commit with the files as they are staged, on the newest commits of the source's
 * branch. If the source's repository cannot be used, there is only the baseline. Throws the reason of the signal, and errors of
 * the file system.
 */
export async function makeStageRepository(request: RepositoryRequest): Promise<MadeRepository> {
  const root = openPath(request.root);
  const upper = request.upper === undefined ? undefined : openPath(request.upper);
  const making = new RepositoryMaking(request, root);
  try {
    const made = await making.make();
    await request.target.place(root, upper);
    return made;
  } finally {
    making.close();
    upper?.close();
    root.close();
    request.target.remove();
    rmSync(request.workDirectory, { recursive: true, force: true });
  }
}

/** The source's commits. `leftOut` is undefined if not all of it could be found. */
interface Past {
  readonly history: History;
  readonly leftOut: ReadonlySet<string> | undefined;
}

/** Why the source's commits cannot be used. */
interface LackingPast {
  readonly reason: string;
}

class RepositoryMaking {
  readonly #request: RepositoryRequest;
  readonly #root: Directory;
  readonly #pack: PackWriter;
  /** Why the source's objects cannot be read. */
  readonly #unusable: string | undefined;

  constructor(request: RepositoryRequest, root: Directory) {
    this.#request = request;
    this.#root = root;
    this.#pack = new PackWriter(request.target.packs);
    this.#unusable = viewObjects(request);
  }

  close(): void {
    this.#pack.close();
  }

  async make(): Promise<MadeRepository> {
    // git reads the commits while the files are read.
    const [entries, past] = await settled(this.#addFiles(), this.#readPast());
    const { parent, historyCount, warnings } = await this.#addHistory(past, entries.files);
    return this.#finish(entries, { parent, historyCount, warnings });
  }

  /** Takes the content of each file from what was kept, else from the source's objects, else from the stage. */
  async #addFiles(): Promise<AddedFiles> {
    const { plan, source, found, upper, isIgnored, limits, signal } = this.#request;
    const kept = await keptBlobs(this.#request.kept);
    const stage = upper === undefined ? this.#root : source.directory;
    const request = {
      plan,
      source: source.directory,
      index: found?.index,
      files: stage,
      isIgnored,
      kept,
    };
    const all = await runInTurns(listBaseline(request), signal);
    const files: NewIndexEntry[] = [];
    const others: BaselineFile[] = [];
    let bytes = 0;
    for (const file of all) {
      if (!isKept(file)) others.push(file);
      else {
        bytes += file.size;
        files.push(file);
      }
    }
    const reused = await this.#reuse(others, limits.maxBaselineBytes - bytes);
    const reader = new BaselineReader(stage);
    const pack = this.#pack;
    const addOthers = function* (): Generator<undefined> {
      for (const file of others) {
        yield;
        if (bytes + file.size > limits.maxBaselineBytes) continue;
        const content = reused.has(file) ? undefined : reader.read(file);
        const oid = content === undefined ? reused.get(file) : pack.add("blob", content);
        if (oid === undefined) continue;
        bytes += file.size;
        files.push({ ...file, oid });
      }
    };
    try {
      await runInTurns(addOthers(), signal);
    } finally {
      reader.close();
    }
    return { files, untrackedCount: all.length - files.length };
  }

  /** Copies those blobs that the source's index names and its objects have, up to a number of bytes. Returns the blob of each file. */
  async #reuse(files: readonly BaselineFile[], maxBytes: number): Promise<ReadonlyMap<BaselineFile, string>> {
    const { workDirectory, signal } = this.#request;
    const blobs = files.flatMap(({ indexedBlob }) => indexedBlob ?? []);
    const reused = new Map<BaselineFile, string>();
    if (blobs.length === 0 || this.#unusable !== undefined) return reused;
    const sizes = await blobSizes(workDirectory, blobs, signal);
    let bytes = 0;
    for (const file of files) {
      const { indexedBlob, size } = file;
      // Another size means that the file was converted when it was checked out.
      if (indexedBlob === undefined || sizes.get(indexedBlob) !== size || bytes + size > maxBytes) continue;
      bytes += size;
      reused.set(file, indexedBlob);
    }
    return (await this.#copy(new Set(reused.values()))) === undefined ? reused : new Map();
  }

  /** Copies blobs of the source. Returns why it could not, and leaves nothing of them then. */
  async #copy(blobs: ReadonlySet<string>): Promise<string | undefined> {
    const { target, workDirectory, signal } = this.#request;
    const known = target.listPacks();
    try {
      await copyBlobs(workDirectory, target.path, blobs, signal);
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      target.removePacksBut(known);
      return reasonOf(error);
    }
  }

  /** What is known of the source's commits, or the reason why nothing is. */
  async #readPast(): Promise<Past | LackingPast | undefined> {
    const { found, limits, signal } = this.#request;
    if (found?.head === undefined || limits.maxCommits === 0) return undefined;
    if (this.#unusable !== undefined) return { reason: this.#unusable };
    try {
      return await this.#readHistory(found, found.head);
    } catch (error) {
      signal.throwIfAborted();
      return { reason: reasonOf(error) };
    }
  }

  /** Adds the commits as far as they can be used. */
  async #addHistory(
    past: Past | LackingPast | undefined,
    files: readonly NewIndexEntry[],
  ): Promise<AddedHistory> {
    if (past === undefined) return withoutHistory([]);
    const lacks = (reason: string) => withoutHistory([`the history is not in the stage: ${reason}`]);
    if ("reason" in past) return lacks(past.reason);
    const { history, leftOut } = past;
    if (leftOut === undefined) return lacks("not every file that is left out could be compared with it");
    const baseline = new Set(files.map(({ oid }) => oid));
    const commits = new PackWriter(this.#request.target.packs);
    try {
      const { head: parent, count: historyCount, blobs } = history.write(commits, leftOut, baseline);
      const problem = await this.#copy(blobs);
      if (problem !== undefined) return lacks(problem);
      commits.flush();
      return { parent, historyCount, warnings: [] };
    } finally {
      commits.close();
    }
  }

  async #readHistory(found: SourceRepository, head: string): Promise<Past> {
    const { source, rules, limits, signal, workDirectory: gitDir } = this.#request;
    const reader = new ObjectReader(gitDir, signal);
    try {
      const { rawPath: rawRoot } = source;
      const history = await History.read({ gitDir, reader, rules, rawRoot, head, limits, signal });
      return { history, leftOut: await leftOutBlobs(this.#request, history, found) };
    } finally {
      await reader.close();
    }
  }

  #finish(
    { files, untrackedCount }: AddedFiles,
    { parent, historyCount, warnings }: AddedHistory,
  ): MadeRepository {
    const { plan, now, found, target } = this.#request;
    const pack = this.#pack;
    const tree = writeBaselineTree(pack, plan, files);
    const time = `${Math.floor(now.getTime() / 1000)} +0000`;
    const headers = ["author", "committer"].map((role) => `${role} ${BASELINE_AUTHOR} ${time}`);
    const message = "Baseline: the files as they were staged\n";
    const parents = parent === undefined ? [] : [parent];
    const commit = pack.add("commit", writeCommit({ tree, parents, headers, message }));
    pack.flush();
    const branch = found?.branch ?? DEFAULT_BRANCH;
    target.finish(branch, commit, writeIndex(files));
    const untracked =
      untrackedCount === 0 ? [] : [`${untrackedCount} files of the stage are not in its baseline commit`];
    return { branch, historyCount, untrackedCount, warnings: [...warnings, ...untracked], files };
  }
}

function openPath(path: string): Directory {
  return Directory.open(Buffer.from(path).toString("latin1"));
}

function isKept(file: BaselineFile): file is BaselineFile & NewIndexEntry {
  return file.oid !== undefined;
}

interface AddedFiles {
  readonly files: readonly NewIndexEntry[];
  readonly untrackedCount: number;
}

interface AddedHistory {
  /** The newest commit. */
  readonly parent: string | undefined;
  readonly historyCount: number;
  readonly warnings: readonly string[];
}

function withoutHistory(warnings: readonly string[]): AddedHistory {
  return { parent: undefined, historyCount: 0, warnings };
}

function viewObjects({ found, workDirectory }: RepositoryRequest): string | undefined {
  try {
    if (found !== undefined) makeObjectView(workDirectory, found.rawObjects);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Throws if a thread could not keep what it read. */
async function keptBlobs(kept: RepositoryRequest["kept"]): Promise<readonly KeptBlob[]> {
  const all = await kept;
  const problem = all.find(({ problem }) => problem !== undefined)?.problem;
  if (problem !== undefined) throw new Error(problem);
  return all.flatMap(({ blobs }) => blobs);
}

/** Both results, or the first error when both have ended. */
async function settled<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
