import { type Commit, parseCommit, writeCommit } from "../../git/format/commit-object.ts";
import { modes, type TreeEntry, writeTree } from "../../git/format/git-object.ts";
import type { PackWriter } from "../../git/format/pack-writer.ts";
import type { RepositoryLimits } from "../../opening/repository-limits.ts";
import type { StageRules } from "../../walk/stage-rules.ts";
import { blobSizes, type ObjectReader } from "../object-reader.ts";
import { TreeSurvey } from "./tree-survey.ts";

/** Commits in which paths that are left out are looked for, so that their blobs are kept out under every path. */
const SURVEYED_COMMITS = 1000;
/** The blob without content tells nothing. */
const EMPTY_BLOB = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

export interface HistoryRequest {
  readonly gitDir: string;
  readonly reader: ObjectReader;
  readonly rules: StageRules;
  readonly rawRoot: string;
  /** The newest commit. */
  readonly head: string;
  readonly limits: RepositoryLimits;
  readonly signal: AbortSignal;
}

interface KeptCommit {
  readonly oid: string;
  readonly commit: Commit;
  /** The key of its tree in the survey. */
  readonly key: string;
}

/** The newest commits of a branch, read and not yet rewritten. */
export class History {
  /** Blobs of paths that are left out, in all commits that were read. */
  readonly leftOut: Set<string>;
  readonly #survey: TreeSurvey;
  readonly #commits: readonly KeptCommit[];
  /** Sizes of all blobs that may be kept. One that is missing here is missing in the source. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly #limits: RepositoryLimits;

  private constructor(
    survey: TreeSurvey,
    commits: readonly KeptCommit[],
    sizes: ReadonlyMap<string, number>,
    limits: RepositoryLimits,
  ) {
    this.#survey = survey;
    this.leftOut = survey.leftOut;
    this.#commits = commits;
    this.sizes = sizes;
    this.#limits = limits;
  }

  static async read(request: HistoryRequest): Promise<History> {
    const { gitDir, reader, rules, rawRoot, head, limits, signal } = request;
    const survey = new TreeSurvey(reader, rules, rawRoot);
    const kept: KeptCommit[] = [];
    const surveyed = rules.takesEveryFile ? limits.maxCommits : Math.max(limits.maxCommits, SURVEYED_COMMITS);
    for await (const { oid, commit } of newestCommits(reader, head, surveyed)) {
      signal.throwIfAborted();
      const key = await survey.add(commit.tree);
      if (key === undefined) break;
      if (kept.length < limits.maxCommits) kept.push({ oid, commit, key });
    }
    const seen = new Set<string>();
    const blobs = new Set(kept.flatMap(({ key }) => [...survey.blobsOf(key, seen)]));
    return new History(survey, kept, await blobSizes(gitDir, blobs, signal), limits);
  }

  /**
   * Writes the commits without what is left out, as far as they fit the limits, and returns what they need. A blob of the baseline
   * is in the stage anyhow and never left out.
   */
  write(
    pack: PackWriter,
    leftOut: ReadonlySet<string>,
    baseline: ReadonlySet<string>,
  ): { readonly head: string | undefined; readonly count: number; readonly blobs: ReadonlySet<string> } {
    const mayKeep = (oid: string) =>
      this.sizes.has(oid) && (oid === EMPTY_BLOB || baseline.has(oid) || !leftOut.has(oid));
    const { commits, blobs } = this.#fitting(mayKeep, baseline);
    const trees = new Map<string, string | undefined>();
    const names = new Map<string, string>();
    // Parents come first, because their new names are part of the commit.
    for (const { oid, commit, key } of parentsFirst(commits)) {
      const tree = this.#writeTree(pack, key, mayKeep, trees) ?? pack.add("tree", Buffer.alloc(0));
      const parents = commit.parents.flatMap((parent) => names.get(parent) ?? []);
      names.set(oid, pack.add("commit", writeCommit({ ...commit, tree, parents })));
    }
    const first = commits[0];
    return { head: first && names.get(first.oid), count: commits.length, blobs };
  }

  /** The commits whose blobs fit the limit together. */
  #fitting(
    mayKeep: (oid: string) => boolean,
    baseline: ReadonlySet<string>,
  ): { readonly commits: readonly KeptCommit[]; readonly blobs: Set<string> } {
    const seen = new Set<string>();
    const blobs = new Set<string>();
    let bytes = 0;
    for (const [index, { key, commit }] of this.#commits.entries()) {
      const fresh = new Set<string>();
      for (const oid of this.#survey.blobsOf(key, seen)) {
        if (!blobs.has(oid) && !baseline.has(oid) && mayKeep(oid)) fresh.add(oid);
      }
      for (const oid of fresh) bytes += this.sizes.get(oid)!;
      bytes += commit.message.length;
      if (bytes > this.#limits.maxHistoryBytes) return { commits: this.#commits.slice(0, index), blobs };
      for (const oid of fresh) blobs.add(oid);
    }
    return { commits: this.#commits, blobs };
  }

  #writeTree(
    pack: PackWriter,
    key: string,
    mayKeep: (oid: string) => boolean,
    written: Map<string, string | undefined>,
  ): string | undefined {
    if (written.has(key)) return written.get(key);
    const entries: TreeEntry[] = [];
    for (const { name, mode, oid, key: below } of this.#survey.taken.get(key) ?? []) {
      if (below !== undefined) {
        const tree = this.#writeTree(pack, below, mayKeep, written);
        if (tree !== undefined) entries.push({ name, mode, oid: tree });
      } else if (mode === modes.gitlink || mayKeep(oid)) entries.push({ name, mode, oid });
    }
    const tree = entries.length === 0 ? undefined : pack.add("tree", writeTree(entries));
    written.set(key, tree);
    return tree;
  }
}

/** Commits from the newest by their time. One that is missing or damaged ends its line, as in a shallow clone. */
async function* newestCommits(
  reader: ObjectReader,
  head: string,
  count: number,
): AsyncGenerator<{ readonly oid: string; readonly commit: Commit }> {
  const seen = new Set([head]);
  const waiting: { oid: string; commit: Commit }[] = [];
  const add = async (oid: string) => {
    const content = await reader.read(oid, "commit");
    const commit = content && parseCommit(content);
    if (commit !== undefined) waiting.push({ oid, commit });
  };
  await add(head);
  for (let left = count; left > 0; left -= 1) {
    const newest = Math.max(...waiting.map(({ commit }) => commit.committedAt));
    const [next] = waiting.splice(
      waiting.findIndex(({ commit }) => commit.committedAt === newest),
      1,
    );
    if (next === undefined) return;
    yield next;
    for (const parent of next.commit.parents) {
      if (seen.has(parent)) continue;
      seen.add(parent);
      await add(parent);
    }
  }
}

function parentsFirst(commits: readonly KeptCommit[]): readonly KeptCommit[] {
  const known = new Map(commits.map((kept) => [kept.oid, kept]));
  const done = new Set<string>();
  const ordered: KeptCommit[] = [];
  // By hand instead of recursion: a branch may have many thousand commits.
  const stack = [...commits].toReversed();
  while (stack.length > 0) {
    const kept = stack.at(-1)!;
    const missing = kept.commit.parents.filter((oid) => known.has(oid) && !done.has(oid));
    if (missing.length > 0 && !done.has(kept.oid)) stack.push(...missing.map((oid) => known.get(oid)!));
    else {
      stack.pop();
      if (!done.has(kept.oid)) ordered.push(kept);
      done.add(kept.oid);
    }
  }
  return ordered;
}
