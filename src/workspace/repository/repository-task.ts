import { setImmediate } from "node:timers/promises";
import { reasonOf } from "../../lib/index.ts";
import { IgnoreRules } from "../ignored/ignore-rules.ts";
import { readIgnoreFiles } from "../ignored/read-ignore-files.ts";
import { TrackedPaths } from "../ignored/tracked-paths.ts";
import type { OpenContext } from "../stage/open-context.ts";
import type { StageTree } from "../stage/stage-tree.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import { Directory } from "../walk/directory.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { defaultRepositoryLimits } from "./repository-limits.ts";
import type { RepositoryReport } from "./repository-report.ts";
import { findSourceRepository, type SourceRepository } from "./source-repository.ts";
import { makeStageRepository } from "./stage-repository.ts";

const nothing: ReadonlySet<string> = new Set();

/** Makes the repository of a stage in the background, and keeps what git ignored at that time. */
export class RepositoryTask {
  readonly report: Promise<RepositoryReport>;
  readonly #context: OpenContext;
  readonly #directory: StageDirectory;
  readonly #tree: StageTree;
  readonly #ending = new AbortController();
  #rules = new IgnoreRules(new Map());
  #tracked = new TrackedPaths(undefined, []);

  constructor(context: OpenContext, directory: StageDirectory, tree: StageTree, plan: TreePlan) {
    this.#context = context;
    this.#directory = directory;
    this.#tree = tree;
    this.report = this.#run(plan).catch((error: unknown) => ({
      made: undefined,
      warnings: [`the stage has no git repository: ${reasonOf(error)}`],
    }));
  }

  /** Those of the paths that were not tracked and are ignored; none where git cannot say it. */
  async ignored(rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    await this.report;
    const untracked = this.#tracked.untracked(rawPaths, await this.#tree.before);
    return this.#ask(untracked, signal).catch(() => {
      signal.throwIfAborted();
      return nothing;
    });
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error("the stage is removed"));
    await this.report;
  }

  async #run(plan: TreePlan): Promise<RepositoryReport> {
    // The caller has the stage before this begins.
    await setImmediate();
    const { request, source, rules } = this.#context;
    const signal = AbortSignal.any([request.signal, this.#ending.signal]);
    signal.throwIfAborted();
    const found = findSourceRepository(source.directory, source.rawPath);
    this.#readRules(plan, found);
    const warnings: string[] = [];
    const ignored = await this.#ignoredOf(plan, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      warnings.push(`git cannot say what is ignored: ${reasonOf(error)}`);
      return nothing;
    });
    const made = await makeStageRepository({
      source,
      found,
      plan,
      rules,
      root: this.#tree.root,
      isShared: this.#tree.isolation === "overlay",
      workDirectory: `${this.#directory.path}/objects`,
      isIgnored: (rawPath) => ignored.has(rawPath),
      limits: request.repository ?? defaultRepositoryLimits,
      now: new Date(),
      signal,
    });
    const { warnings: others, ...repository } = made;
    return { made: repository, warnings: [...warnings, ...others] };
  }

  #readRules(plan: TreePlan, found: SourceRepository | undefined): void {
    this.#tracked = new TrackedPaths(
      found?.index?.entries.map(({ rawPath }) => rawPath),
      plan.omitted,
    );
    const root = Directory.open(Buffer.from(this.#tree.root).toString("latin1"));
    try {
      this.#rules = new IgnoreRules(readIgnoreFiles(root, plan));
    } finally {
      root.close();
    }
  }

  /** Files of the stage that do not belong into the baseline commit. */
  #ignoredOf(plan: TreePlan, signal: AbortSignal): Promise<ReadonlySet<string>> {
    const paths = plan.directories.flatMap(({ rawPath, files, links }) =>
      [...files, ...links].map((name) => (rawPath === "" ? name : `${rawPath}/${name}`)),
    );
    return this.#ask(
      paths.filter((rawPath) => this.#tracked.isIndexed(rawPath) !== true),
      signal,
    );
  }

  #ask(rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#rules.ignored(rawPaths, `${this.#directory.path}/ignored`, signal);
  }
}
