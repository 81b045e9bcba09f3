import { setImmediate } from "node:timers/promises";
import { reasonOf } from "../../lib/index.ts";
import { IgnoreRules } from "../ignored/ignore-rules.ts";
import { readIgnoreFiles } from "../ignored/read-ignore-files.ts";
import { TrackedPaths } from "../ignored/tracked-paths.ts";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { OpenContext } from "../opening/open-context.ts";
import { defaultRepositoryLimits, type RepositoryLimits } from "../opening/repository-limits.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import type { BlobStore } from "../scan/tree-scan.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import type { TreePlan } from "../walk/tree-plan.ts";
import { BaseContents } from "./base-contents.ts";
import { GitDirectory } from "./git-directory.ts";
import type { RepositoryReport } from "./repository-report.ts";
import { findSourceRepository, type SourceRepository } from "./source-repository.ts";
import { makeStageRepository } from "./stage-repository.ts";

const nothing: ReadonlySet<string> = new Set();

/** What is known of the source's repository and its `.gitignore` files before the files are read. */
interface Preparation {
  readonly found: SourceRepository | undefined;
  readonly tracked: TrackedPaths;
  readonly rules: IgnoreRules;
  readonly ignored: ReadonlySet<string>;
  readonly target: GitDirectory;
  readonly warnings: readonly string[];
}

/**
 * Makes the repository of a stage: the contents are kept while the files are staged, all else is made in the background. Knows
 * afterwards what git ignored at that time, and what the files held.
 */
export class RepositoryTask implements BlobStore {
  readonly directory: string;
  readonly maxBytes: number;
  readonly #context: OpenContext;
  readonly #stage: StageDirectory;
  readonly #limits: RepositoryLimits;
  readonly #ending = new AbortController();
  /** The last one: a source that changed is read again. */
  #preparation: Promise<Preparation> | undefined;
  readonly #prepared = Promise.withResolvers<void>();
  #report: Promise<RepositoryReport> | undefined;
  #before: Promise<Manifest> | undefined;
  #bases: BaseContents | undefined;

  constructor(context: OpenContext, stage: StageDirectory) {
    this.#context = context;
    this.#stage = stage;
    this.#limits = context.request.repository ?? defaultRepositoryLimits;
    this.maxBytes = this.#limits.maxBaselineBytes;
    this.directory = `${this.#path}/objects/pack`;
  }

  /** Resolves when the repository is in the stage, or when there will be none. */
  get report(): Promise<RepositoryReport> {
    return this.#report ?? Promise.resolve({ made: undefined, warnings: [] });
  }

  async prepare(plan: TreePlan): Promise<ReadonlySet<string>> {
    this.#preparation = this.#prepare(plan);
    this.#prepared.resolve();
    try {
      return (await this.#preparation).ignored;
    } catch {
      // The report says why.
      return nothing;
    }
  }

  /** Goes on in the background when the tree is there. */
  start(tree: StageTree, plan: TreePlan): void {
    this.#before = tree.before;
    this.#report = this.#run(tree, plan).catch((error: unknown) => ({
      made: undefined,
      warnings: [`the stage has no git repository: ${reasonOf(error)}`],
    }));
  }

  /** Those of the paths that were not tracked and are ignored; none if git cannot say it. */
  async ignored(rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    await this.report;
    const before = await this.#before;
    try {
      const preparation = await this.#preparation;
      if (preparation === undefined || before === undefined) return nothing;
      const { tracked, rules } = preparation;
      return await this.#ask(rules, tracked.untracked(rawPaths, before), signal);
    } catch {
      signal.throwIfAborted();
      return nothing;
    }
  }

  /** The content of an entry of the manifest before the run. Undefined if it is not kept, or no longer there. */
  async base(entry: ManifestEntry): Promise<Buffer | undefined> {
    await this.report;
    return this.#bases?.read(entry);
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error("the stage is removed"));
    await this.report;
    await this.#bases?.close();
  }

  get #path(): string {
    return `${this.#stage.path}/git`;
  }

  async #prepare(plan: TreePlan): Promise<Preparation> {
    const { source } = this.#context;
    const target = GitDirectory.make(this.#path);
    const found = findSourceRepository(source.directory, source.rawPath);
    const indexed = found?.index?.entries.map(({ rawPath }) => rawPath);
    const tracked = new TrackedPaths(indexed, plan.omitted);
    const rules = new IgnoreRules(readIgnoreFiles(source.directory, plan));
    const known = { found, tracked, rules, target };
    try {
      return { ...known, ignored: await this.#ignoredOf(plan, tracked, rules), warnings: [] };
    } catch (error) {
      this.#signal.throwIfAborted();
      return { ...known, ignored: nothing, warnings: [`git cannot say what is ignored: ${reasonOf(error)}`] };
    }
  }

  async #run(tree: StageTree, plan: TreePlan): Promise<RepositoryReport> {
    // The caller has the stage before this begins.
    await setImmediate();
    const { kept = Promise.resolve([]) } = tree;
    // An overlay is read in the background, and prepared when that begins.
    await Promise.race([this.#prepared.promise, kept]);
    const { found, ignored, target, warnings } = await this.#preparation!;
    const { source, rules } = this.#context;
    this.#signal.throwIfAborted();
    const { root, isolation } = tree;
    const made = await makeStageRepository({
      source,
      found,
      plan,
      rules,
      root,
      upper: isolation === "overlay" ? `${this.#stage.path}/upper` : undefined,
      target,
      kept,
      workDirectory: `${this.#stage.path}/objects`,
      isIgnored: (rawPath) => ignored.has(rawPath),
      limits: this.#limits,
      now: new Date(),
      signal: this.#signal,
    });
    const { warnings: others, files, ...repository } = made;
    this.#bases = new BaseContents(root, files, `${this.#stage.path}/bases`, this.#ending.signal);
    return { made: repository, warnings: [...warnings, ...others] };
  }

  /** Files of the stage that do not belong into the baseline commit. */
  #ignoredOf(plan: TreePlan, tracked: TrackedPaths, rules: IgnoreRules): Promise<ReadonlySet<string>> {
    if (rules.isEmpty) return Promise.resolve(nothing);
    const paths = plan.directories.flatMap(({ rawPath, files, links }) =>
      [...files, ...links].map((name) => (rawPath === "" ? name : `${rawPath}/${name}`)),
    );
    return this.#ask(
      rules,
      paths.filter((rawPath) => tracked.isIndexed(rawPath) !== true),
      this.#signal,
    );
  }

  get #signal(): AbortSignal {
    return AbortSignal.any([this.#context.request.signal, this.#ending.signal]);
  }

  #ask(rules: IgnoreRules, rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    return rules.ignored(rawPaths, `${this.#stage.path}/ignored`, signal);
  }
}
