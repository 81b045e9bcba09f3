/** The answer of one case of a client, such as `stream`. */
export interface CaseResult {
  readonly name: string;
  readonly result: "passed" | "failed" | "skipped";
  /** Why it has not passed. */
  readonly reason?: string;
}

/** One client on an engine of one dialect. */
export interface Cell {
  readonly client: string;
  readonly engine: string;
  readonly cases: readonly CaseResult[];
  /** Why the whole cell did not run, or failed beside its cases. */
  readonly reason?: string;
  readonly result: CaseResult["result"];
  /** Wall time of the program in seconds. */
  readonly seconds?: number;
}

/** Judges a client by its cases: one that failed fails it, and one that was skipped keeps it from having passed. */
export function judgeCases(cases: readonly CaseResult[]): CaseResult["result"] {
  if (cases.some(({ result }) => result === "failed")) return "failed";
  if (cases.length === 0 || cases.some(({ result }) => result === "skipped")) return "skipped";
  return "passed";
}

/** Whether no cell failed. */
export function isGreen(cells: readonly Cell[]): boolean {
  return cells.every(({ result }) => result !== "failed");
}
