/** The limits of the repository that a stage gets. */
export interface RepositoryLimits {
  /** The most commits of the source's branch. */
  readonly maxCommits: number;
  /** The most bytes of files that only these commits hold. */
  readonly maxHistoryBytes: number;
  /** The most bytes of files in the baseline commit. Files beyond them stay untracked. */
  readonly maxBaselineBytes: number;
}

export const defaultRepositoryLimits: RepositoryLimits = {
  maxCommits: 50,
  maxHistoryBytes: 64 * 1024 ** 2,
  maxBaselineBytes: 1024 * 1024 ** 2,
};
