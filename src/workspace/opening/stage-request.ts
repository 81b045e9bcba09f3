import type { WorkspaceMode } from "../../contract/index.ts";
import type { SettingsPlace } from "../walk/agent-settings.ts";
import type { StageBudget } from "../walk/stage-budget.ts";
import type { RepositoryLimits } from "./repository-limits.ts";

/** How a stage is made. `auto` takes an overlay if the kernel permits it, else a copy. */
export type StageMethod = "auto" | "overlay" | "copy";

/** The workspace that a run asks for. */
export interface StageRequest {
  readonly runId: string;
  /** Absolute path of the source directory. */
  readonly root: string;
  readonly mode: WorkspaceMode;
  /** Globs on relative paths. An empty list includes everything. */
  readonly include: readonly string[];
  /** Globs on relative paths. They win over `include`. */
  readonly exclude: readonly string[];
  /**
   * The id of the rule that denies reading a path, or undefined. `resolved` is where a symbolic link leads. Without this
   * function nothing is denied, and staging is faster.
   */
  readonly isDenied?: ((path: string, resolved: string | undefined) => string | undefined) | undefined;
  /**
   * Places that the agent would execute or take settings from. A stage does not have them. If the run works in the source
   * itself, they are listed, so that they can be hidden.
   */
  readonly settings?: readonly SettingsPlace[] | undefined;
  /** The directory of all stages, on this machine's disk. It is made if it is missing. */
  readonly stagesDir: string;
  readonly budget: StageBudget;
  readonly method?: StageMethod;
  /** The limits of the repository that the stage gets. */
  readonly repository?: RepositoryLimits | undefined;
  readonly signal: AbortSignal;
}
