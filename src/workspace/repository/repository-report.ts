export interface StageRepository {
  readonly branch: string;
  /** Commits of the source's branch below the baseline commit. */
  readonly historyCount: number;
  /** Files that are in the stage and not in the baseline commit, besides ignored ones. */
  readonly untrackedCount: number;
  /** Why there is less than was asked for. */
  readonly warnings: readonly string[];
}

/** The stage's own repository, or why there is none. */
export interface RepositoryReport {
  readonly made: Omit<StageRepository, "warnings"> | undefined;
  readonly warnings: readonly string[];
}
