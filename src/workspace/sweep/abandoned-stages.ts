/** A stage whose owner is dead. End the processes of its run before it is removed. */
export interface AbandonedStage {
  readonly runId: string;
  /** Returns the paths that could not be removed. */
  remove(): Promise<readonly string[]>;
}

/** Finds the stages whose owners are dead, only directly under `stagesDir`. */
export function abandonedStages(_stagesDir: string): Promise<readonly AbandonedStage[]> {
  return Promise.resolve([]);
}
