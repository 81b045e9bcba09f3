import { rmdirSync } from "node:fs";
import { isAlive, type ProcessTable, processTable } from "./owner.ts";
import { StageDirectory } from "./stage-directory.ts";
import { findStagesDirectory } from "./stages-directory.ts";

/** A stage whose owner is dead. End the processes of its run before it is removed. */
export interface AbandonedStage {
  readonly runId: string;
  /** Unmounts and removes it. Returns the paths that could not be removed. */
  remove(): Promise<readonly string[]>;
}

/**
 * Finds the stages whose owners are dead, only directly under `stagesDir`. A directory without an owner is left alone. Throws
 * `directory_unusable` if `stagesDir` is not safe.
 */
export async function abandonedStages(
  stagesDir: string,
  table: ProcessTable = processTable,
): Promise<readonly AbandonedStage[]> {
  const stages = findStagesDirectory(stagesDir);
  if (stages === undefined) return [];
  const abandoned: AbandonedStage[] = [];
  try {
    for (const entry of stages.list()) {
      if (!entry.isDirectory()) continue;
      const found = StageDirectory.find(stagesDir, stages, entry.name);
      if (found === undefined) continue;
      const { stage, owner } = found;
      // A stage is never empty while its owner lives. A directory that is not empty stays.
      if (owner === undefined && stage.isEmpty()) rmdirSync(stages.place(entry.name));
      stage.close();
      if (owner === undefined || isAlive(owner, table)) continue;
      abandoned.push({ runId: owner.runId, remove: () => removeStage(stagesDir, entry.name) });
    }
  } finally {
    stages.close();
  }
  return abandoned;
}

async function removeStage(stagesDir: string, name: string): Promise<readonly string[]> {
  const stages = findStagesDirectory(stagesDir);
  if (stages === undefined) return [];
  try {
    const found = StageDirectory.find(stagesDir, stages, name);
    return found === undefined ? [] : await found.stage.remove();
  } finally {
    stages.close();
  }
}
