/** One agent on an engine of one dialect. */
export interface Cell {
  readonly agent: string;
  readonly engine: string;
  readonly result: "passed" | "failed" | "skipped";
  /** Why it has not passed. */
  readonly reason?: string;
  /** Wall time of the run in seconds. */
  readonly seconds?: number;
}

/** Whether every cell passed or was skipped. */
export function isGreen(cells: readonly Cell[]): boolean {
  return cells.every(({ result }) => result !== "failed");
}
