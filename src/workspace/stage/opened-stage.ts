import { join } from "node:path";
import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { OpenContext } from "../opening/open-context.ts";
import type { StageSource } from "../opening/stage-source.ts";
import type { StageTree } from "../opening/stage-tree.ts";
import type { RepositoryReport } from "../repository/repository-report.ts";
import type { RepositoryTask } from "../repository/repository-task.ts";
import type { StageDirectory } from "../sweep/stage-directory.ts";
import type { PathNote } from "../walk/path-note.ts";
import type { Stage } from "./stage.ts";

/** A stage from its opening to its removal. */
export class OpenedStage implements Stage {
  readonly runId: string;
  readonly source: string;
  readonly #tree: StageTree;
  readonly #directory: StageDirectory;
  readonly #openSource: StageSource;
  readonly #repository: RepositoryTask | undefined = undefined;
  #removal: Promise<readonly string[]> | undefined;

  constructor(context: OpenContext, directory: StageDirectory, tree: StageTree, repository: RepositoryTask) {
    const { request, source } = context;
    this.runId = request.runId;
    this.source = source.path;
    this.#openSource = source;
    this.#directory = directory;
    this.#tree = tree;
    const { plan } = tree;
    if (plan === undefined) return;
    this.#repository = repository;
    repository.start(tree, plan);
  }

  get root(): string {
    return this.#tree.root;
  }

  get written(): string {
    return this.isolation === "overlay" ? join(this.#directory.path, "upper") : this.root;
  }

  get isolation(): Stage["isolation"] {
    return this.#tree.isolation;
  }

  get skipped(): readonly PathNote[] {
    return this.#tree.notes.sorted();
  }

  get skippedCount(): number {
    return this.#tree.notes.count;
  }

  get settings(): Stage["settings"] {
    return this.#tree.settings;
  }

  get unkept(): Stage["unkept"] {
    return this.#tree.notes.unkept;
  }

  async repository(): Promise<RepositoryReport | undefined> {
    return this.#repository?.report;
  }

  async ignored(rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>> {
    return this.#repository?.ignored(rawPaths, signal) ?? new Set();
  }

  async base(entry: ManifestEntry): Promise<Buffer | undefined> {
    return this.#repository?.base(entry);
  }

  before(): Promise<Manifest> {
    return this.#tree.before;
  }

  after(signal: AbortSignal = new AbortController().signal): Promise<Manifest> {
    return this.#tree.after(signal);
  }

  remove(): Promise<readonly string[]> {
    this.#removal ??= this.#remove();
    return this.#removal;
  }

  async #remove(): Promise<readonly string[]> {
    await this.#repository?.stop();
    await this.#tree.stop();
    this.#openSource.directory.close();
    return this.#directory.remove();
  }
}
