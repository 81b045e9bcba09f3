import type { Table } from "./table.ts";

/** `unclear`: the samples are missing, were disturbed, or disagree. */
export type Verdict = "pass" | "fail" | "unclear";

/** The result of a run, ready to be printed. */
export interface Report {
  /** One sentence each: the conditions of the run and how to read the tables. */
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  /** Printed below the tables. */
  readonly conclusion: readonly string[];
  /** Failures to measure, and wrong answers of a target. Each makes the run fail. */
  readonly problems: readonly string[];
  /** The figures that `--json` prints. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** Whether a goal or a bound was missed. */
  readonly hasMissed: boolean;
}
