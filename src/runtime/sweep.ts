import { endMarked } from "../process/index.ts";
import { type AbandonedStage, abandonedStages } from "../workspace/index.ts";

/** What a sweep did. */
export interface SweepReport {
  /** The runs whose leftovers were found. */
  readonly runs: readonly string[];
  /** The number of processes that were ended. */
  readonly endedProcesses: number;
  /** Paths that could not be removed. */
  readonly left: readonly string[];
}

/** What a sweep calls, so that tests can replace it. */
export interface SweepParts {
  readonly abandonedStages: (stagesDir: string) => Promise<readonly AbandonedStage[]>;
  readonly endMarked: (marks: readonly string[]) => Promise<number>;
}

/**
 * Ends the processes and removes the stages of runs whose runtime was killed. Call it at the start of every program that runs
 * work orders. Their receipts are written by the store when it is opened.
 *
 * @example
 * import { openStore, sweepRuns } from "agent-backplane";
 * const { runs, left } = await sweepRuns(config.workspace_dir);
 * const store = await openStore(config);
 */
export async function sweepRuns(
  stagesDir: string,
  parts: SweepParts = { abandonedStages, endMarked },
): Promise<SweepReport> {
  const stages = await parts.abandonedStages(stagesDir);
  const runs = stages.map(({ runId }) => runId);
  // A process that still runs could write into a stage while it is removed.
  const endedProcesses = runs.length === 0 ? 0 : await parts.endMarked(runs);
  const left: string[] = [];
  for (const stage of stages) left.push(...(await stage.remove()));
  return { runs, endedProcesses, left };
}
