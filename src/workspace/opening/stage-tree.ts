import type { Manifest } from "../manifest/manifest.ts";
import type { KeptBlobs } from "../scan/blob-keeper.ts";
import type { FoundSettings } from "../settings/found-settings.ts";
import type { NoteList } from "../walk/note-list.ts";
import type { TreePlan } from "../walk/tree-plan.ts";

/** How the tree of a run is kept apart from the workspace. `none` is the workspace itself. */
export type StageIsolation = "none" | "copy" | "overlay";

/** The tree that a run works in, however it was made. */
export interface StageTree {
  readonly isolation: StageIsolation;
  /** Absolute path. */
  readonly root: string;
  readonly notes: NoteList;
  /** What was staged. Undefined if the run works in the source itself. */
  readonly plan?: TreePlan;
  /** The settings of the agent that are in the tree. */
  readonly settings: FoundSettings;
  readonly before: Promise<Manifest>;
  /** The contents that were kept while the source was read. Rejects with `before`. */
  readonly kept?: Promise<readonly KeptBlobs[]>;
  /** Throws `AbpError`. */
  after(signal: AbortSignal): Promise<Manifest>;
  /** Ends work in the background and closes what is open. */
  stop(): Promise<void>;
}
