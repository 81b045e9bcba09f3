import type { AbpError } from "../contract/index.ts";
import { probeLimits, startProgram } from "../process/index.ts";
import { findLevelFault, type LevelWish } from "../sandbox/index.ts";
import { applyChanges, changesBetween, openStage, saveChanges } from "../workspace/index.ts";
import { sweepRuns } from "./sweep.ts";
import { findWorkspace } from "./workspace-path.ts";

/** The functions of the workspace that verification calls. */
export interface WorkspaceTools {
  readonly changesBetween: typeof changesBetween;
  readonly saveChanges: typeof saveChanges;
  readonly applyChanges: typeof applyChanges;
}

/** What a run calls outside itself, so that tests can replace it. */
export interface RunParts extends WorkspaceTools {
  readonly findWorkspace: typeof findWorkspace;
  readonly openStage: typeof openStage;
  readonly startProgram: typeof startProgram;
  /** What would hold limits of a program on this machine. */
  readonly probeLimits: typeof probeLimits;
  /** Why a level of the sandbox cannot be reached on this machine. */
  readonly findLevelFault: (wish: LevelWish) => Promise<AbpError | undefined>;
  readonly sweepRuns: (stagesDir: string) => Promise<unknown>;
  readonly now: () => Date;
  /** Returns a new UUID for each call. */
  readonly newId: () => string;
}

/** The real workspace. */
export const workspaceParts = {
  findWorkspace,
  openStage,
  startProgram,
  probeLimits,
  findLevelFault: (wish: LevelWish) => findLevelFault(wish),
  sweepRuns: (stagesDir: string) => sweepRuns(stagesDir),
  changesBetween,
  saveChanges,
  applyChanges,
};
