import { rmSync } from "node:fs";
import { reasonOf } from "../../lib/index.ts";
import { Directory } from "../walk/directory.ts";
import type { StageRules } from "../walk/stage-rules.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { runInTurns } from "../walk/turns.ts";
import { type BaselineFile, BaselineReader, listBaseline, writeBaselineTree } from "./baseline.ts";
import { copyBlobs } from "./blob-copy.ts";
import { writeCommit } from "./format/commit-object.ts";
import { type NewIndexEntry, writeIndex } from "./format/index-file.ts";
import { PackWriter } from "./format/pack-writer.ts";
import { BASELINE_AUTHOR, DEFAULT_BRANCH, GitDirectory } from "./git-directory.ts";
import { History } from "./history/history.ts";
import { leftOutBlobs } from "./history/left-out-blobs.ts";
import { blobSizes, ObjectReader } from "./object-reader.ts";
import { makeObjectView } from "./object-view.ts";
import type { RepositoryLimits } from "./repository-limits.ts";
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
  /** Whether the files of the stage are those of the source, as in an overlay. */
  readonly isShared: boolean;
  /** A directory that does not exist, out of reach of the agent. It is removed again. */
  readonly workDirectory: string;
  readonly isIgnored: (rawPath: string) => boolean;
  readonly limits: RepositoryLimits;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/**
 * Gives the stage a repository of its own: a baseline commit with the files as they are staged, on the newest commits of the source's
 * branch. Where the source's repository cannot be used, there is only the baseline. Throws the reason of the signal, and errors of
 * the file system.
 */
export async function makeStageRepository(request: RepositoryRequest): Promise<StageRepository> {
  const { signal, found } = request;
  const target = GitDirectory.make(request.root);
  try {
    const root = Directory.open(Buffer.from(request.root).toString("latin1"));
    try {
      const { plan, source, isShared, isIgnored } = request;
      const baseline = { plan, source: source.directory, root, isShared, isIgnored };
      const files = await runInTurns(listBaseline({ ...baseline, index: found?.index }), signal);
      const making = new RepositoryMaking(request, target, root, files);
      if (found === undefined || (found.head === undefined && found.index === undefined)) {
        return await making.make(undefined);
      }
      try {
        return await making.make(found);
      } catch (error) {
        signal.throwIfAborted();
        target.clear();
        const made = await making.make(undefined);
        return {
          ...made,
          warnings: [...made.warnings, `the history is not in the stage: ${reasonOf(error)}`],
        };
      }
    } finally {
      root.close();
    }
  } catch (error) {
    target.remove();
    throw error;
  } finally {
    rmSync(request.workDirectory, { recursive: true, force: true });
  }
}

/** What is known of the source's commits. `leftOut` is undefined where not all of it could be found. */
interface Past {
  readonly history: History;
  readonly leftOut: ReadonlySet<string> | undefined;
}

class RepositoryMaking {
  readonly #request: RepositoryRequest;
  readonly #target: GitDirectory;
  readonly #root: Directory;
  readonly #files: readonly BaselineFile[];

  constructor(
    request: RepositoryRequest,
    target: GitDirectory,
    root: Directory,
    files: readonly BaselineFile[],
  ) {
    this.#request = request;
    this.#target = target;
    this.#root = root;
    this.#files = files;
  }

  /** Without `found`, nothing of the source's repository is used. */
  async make(found: SourceRepository | undefined): Promise<StageRepository> {
    const { signal, workDirectory } = this.#request;
    const pack = new PackWriter(this.#target.packs);
    if (found === undefined) {
      const { entries, untrackedCount } = await this.#addFiles(pack, new Map());
      return this.#finish(pack, entries, {
        untrackedCount,
        parent: undefined,
        historyCount: 0,
        warnings: [],
      });
    }
    makeObjectView(workDirectory, found.rawObjects);
    // git reads the commits while the files are added.
    const [{ entries, untrackedCount, reused }, past] = await settled(
      this.#addKnownFiles(pack),
      this.#readHistory(found),
    );
    const baseline = new Set(entries.map(({ oid }) => oid));
    const history = writeHistory(past, pack, baseline);
    await copyBlobs(workDirectory, this.#target.path, new Set([...reused, ...history.blobs]), signal);
    const { head: parent, count: historyCount, warnings } = history;
    return this.#finish(pack, entries, { untrackedCount, parent, historyCount, warnings });
  }

  /** Takes each file from the source's objects where they have it, else from the stage. */
  async #addFiles(pack: PackWriter, known: ReadonlyMap<string, number>) {
    const { limits, signal } = this.#request;
    const entries: NewIndexEntry[] = [];
    const reused = new Set<string>();
    const others: BaselineFile[] = [];
    let bytes = 0;
    for (const file of this.#files) {
      const { knownBlob, size } = file;
      // Another size means that the file was converted when it was checked out.
      if (knownBlob === undefined || known.get(knownBlob) !== size) others.push(file);
      else if (bytes + size <= limits.maxBaselineBytes) {
        bytes += size;
        reused.add(knownBlob);
        entries.push({ ...file, oid: knownBlob });
      }
    }
    const reader = new BaselineReader(this.#root);
    const addOthers = function* (): Generator<undefined> {
      for (const file of others) {
        yield;
        if (bytes + file.size > limits.maxBaselineBytes) continue;
        const content = reader.read(file);
        if (content === undefined) continue;
        bytes += content.length;
        entries.push({ ...file, oid: pack.add("blob", content) });
      }
    };
    try {
      await runInTurns(addOthers(), signal);
    } finally {
      reader.close();
    }
    return { entries, reused, untrackedCount: this.#files.length - entries.length };
  }

  async #addKnownFiles(pack: PackWriter) {
    const { workDirectory, signal } = this.#request;
    const blobs = this.#files.flatMap(({ knownBlob }) => knownBlob ?? []);
    return this.#addFiles(pack, await blobSizes(workDirectory, blobs, signal));
  }

  async #readHistory(found: SourceRepository): Promise<Past | undefined> {
    const { source, rules, limits, signal, workDirectory: gitDir } = this.#request;
    if (found.head === undefined || limits.maxCommits === 0) return undefined;
    const reader = new ObjectReader(gitDir, signal);
    try {
      const { rawPath: rawRoot } = source;
      const history = await History.read({
        gitDir,
        reader,
        rules,
        rawRoot,
        head: found.head,
        limits,
        signal,
      });
      return { history, leftOut: await leftOutBlobs(this.#request, history, found) };
    } finally {
      await reader.close();
    }
  }

  #finish(
    pack: PackWriter,
    entries: readonly NewIndexEntry[],
    made: Omit<StageRepository, "branch"> & { readonly parent: string | undefined },
  ): StageRepository {
    const { plan, now, found } = this.#request;
    const { parent, historyCount, untrackedCount, warnings } = made;
    const tree = writeBaselineTree(pack, plan, entries);
    const time = `${Math.floor(now.getTime() / 1000)} +0000`;
    const headers = ["author", "committer"].map((role) => `${role} ${BASELINE_AUTHOR} ${time}`);
    const message = "Baseline: the files as they were staged\n";
    const parents = parent === undefined ? [] : [parent];
    const commit = pack.add("commit", writeCommit({ tree, parents, headers, message }));
    pack.flush();
    const branch = found?.branch ?? DEFAULT_BRANCH;
    this.#target.finish(branch, commit, writeIndex(entries));
    const untracked =
      untrackedCount === 0 ? [] : [`${untrackedCount} files of the stage are not in its baseline commit`];
    return { branch, historyCount, untrackedCount, warnings: [...warnings, ...untracked] };
  }
}

function writeHistory(past: Past | undefined, pack: PackWriter, baseline: ReadonlySet<string>) {
  const none = { head: undefined, count: 0, blobs: new Set<string>(), warnings: [] };
  if (past === undefined) return none;
  const { history, leftOut } = past;
  if (leftOut !== undefined) return { ...history.write(pack, leftOut, baseline), warnings: [] };
  const reason = "not every file that is left out could be compared with it";
  return { ...none, warnings: [`the history is not in the stage: ${reason}`] };
}

/** Both results, or the first error when both have ended. */
async function settled<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
