import type { Manifest, ManifestEntry } from "../manifest/manifest.ts";
import type { StageIsolation } from "../opening/stage-tree.ts";
import type { RepositoryReport } from "../repository/repository-report.ts";
import type { FoundSettings } from "../settings/found-settings.ts";
import type { PathNote } from "../walk/path-note.ts";
import type { UnkeptAttributes } from "../walk/unkept-attributes.ts";

/** The directory that a run works in. */
export interface Stage {
  readonly runId: string;
  /** The directory that was staged. */
  readonly source: string;
  /** The directory that the run works in; equal to `source` if the isolation is `none`. */
  readonly root: string;
  /** The directory in which the files that the run writes lie: the upper one of an overlay, else `root`. */
  readonly written: string;
  readonly isolation: StageIsolation;
  /** The first entries that were left out, at most 1,000. */
  readonly skipped: readonly PathNote[];
  readonly skippedCount: number;
  /** The settings of the agent that are in the directory: none in a stage, those of the source if it is used itself. */
  readonly settings: FoundSettings;
  /** What neither the copy nor a patch keeps of the source. Complete when `before` has resolved. */
  readonly unkept: UnkeptAttributes;
  /**
   * Resolves when the stage's own repository is ready, or when there will be none; undefined if the run works in the source itself.
   * Never rejects. The run starts afterwards.
   */
  repository(): Promise<RepositoryReport | undefined>;
  /**
   * Those of the paths that git did not track before the run and that the `.gitignore` files of that time ignore. Empty if the run
   * works in the source itself, and if git cannot say it. Throws the reason of the signal.
   */
  ignored(rawPaths: readonly string[], signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * The content of an entry of `before()`, whatever became of the source and the stage since. Undefined if it is not kept: large and
   * ignored files are not.
   */
  base(entry: ManifestEntry): Promise<Buffer | undefined>;
  /** The tree before the run. May be computed while the run goes on; rejects with `workspace_unstable`. */
  before(): Promise<Manifest>;
  /** The tree as it is now. */
  after(signal?: AbortSignal): Promise<Manifest>;
  /** Removes the stage, never the source. Returns the paths that could not be removed. */
  remove(): Promise<readonly string[]>;
}
