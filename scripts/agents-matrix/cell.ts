/** One agent on an engine of one dialect. */
export interface Cell {
  readonly agent: string;
  readonly engine: string;
  /** `rejected`: a strict engine rejected the agent's unchanged request, as its vendor would. */
  readonly result: "passed" | "failed" | "rejected" | "skipped";
  /** Why it has not passed. */
  readonly reason?: string;
  /** Wall time of the run in seconds. */
  readonly seconds?: number;
}

/** Whether no cell failed. */
export function isGreen(cells: readonly Cell[]): boolean {
  return cells.every(({ result }) => result !== "failed");
}
