/** `warn` names something that older sidecars lack; `skip` something that could not be tried. */
export type CheckVerdict = "pass" | "warn" | "fail" | "skip";

/** The result of one rule. */
export interface CheckResult {
  readonly id: string;
  readonly title: string;
  readonly verdict: CheckVerdict;
  /** One line. It may quote the sidecar. */
  readonly reason: string;
  /** What to do about a failure or a warning. */
  readonly advice?: string;
}

/** The results of all rules. */
export interface CheckReport {
  /** Whether no rule failed. */
  readonly ok: boolean;
  /** The `backend` of its hello, if that is valid. */
  readonly backend?: { readonly id: string; readonly version: string | null };
  readonly results: readonly CheckResult[];
  /** The end of standard error of the first process, at most 2 KiB. */
  readonly stderrTail: string;
}
