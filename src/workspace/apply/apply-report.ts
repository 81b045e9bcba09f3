/**
 * `written`, `deleted`: as the run left it. `merged`: together with edits of the user. `mode`: only the executable bit.
 * `unchanged`: the workspace has the change already.
 */
export type ApplyAction = "written" | "merged" | "deleted" | "mode" | "unchanged";

/** What applying the changes did, or with `checkOnly` would do. */
export interface ApplyReport {
  /** Sorted by path (`displayPath`). */
  readonly files: readonly { readonly path: string; readonly action: ApplyAction }[];
  /** Whether the workspace had every change already. */
  readonly alreadyApplied: boolean;
}

/** A file that the changes do not fit. */
export interface ApplyConflict {
  readonly path: string;
  readonly reason: string;
}
