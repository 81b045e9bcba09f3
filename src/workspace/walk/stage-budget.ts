/** The limits of a stage. They hold for the entries that are staged. */
export interface StageBudget {
  readonly maxEntries: number;
  /** Apparent sizes of all files together: a sparse file counts with its full length. */
  readonly maxBytes: number;
  /** Directories below each other; an entry directly in the root has depth 1. */
  readonly maxDepth: number;
}
