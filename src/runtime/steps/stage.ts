import { AbpError, type WorkOrder } from "../../contract/index.ts";
import type { Policy } from "../../policy/index.ts";
import type {
  openStage,
  RepositoryLimits,
  Stage,
  StageBudget,
  StageMethod,
  StageRequest,
} from "../../workspace/index.ts";
import { readDenial } from "./policy.ts";

/** The limits of a stage if the caller gives none. */
export const defaultStageBudget: StageBudget = {
  maxEntries: 1_000_000,
  maxBytes: 16 * 1024 ** 3,
  maxDepth: 256,
};

/** What is staged, and where. */
export interface Staging {
  readonly runId: string;
  readonly order: Pick<WorkOrder, "workspace">;
  /** The absolute path of the workspace. */
  readonly source: string;
  readonly policy: Policy;
  /** Places that the agent would execute or take settings from. */
  readonly settings: StageRequest["settings"];
  readonly stagesDir: string | undefined;
  readonly budget: StageBudget | undefined;
  readonly method: StageMethod | undefined;
  readonly repository?: RepositoryLimits | undefined;
  readonly signal: AbortSignal;
}

/** Makes the directory that the agent works in. Files that the policy denies, and settings of the agent, are not in it. */
export function stageWorkspace(staging: Staging, open: typeof openStage): Promise<Stage> {
  const { runId, order, source, policy, settings, stagesDir, budget, method, repository, signal } = staging;
  if (stagesDir === undefined) {
    throw new AbpError("workspace_init_failed", "the run has no directory for stages", {
      advice: "Pass `workspaceDir` to the run.",
    });
  }
  const { mode, include, exclude } = order.workspace;
  return open({
    runId,
    root: source,
    mode,
    include,
    exclude,
    isDenied: readDenial(policy),
    settings,
    stagesDir,
    budget: budget ?? defaultStageBudget,
    ...(method === undefined ? {} : { method }),
    ...(repository === undefined ? {} : { repository }),
    signal,
  });
}
