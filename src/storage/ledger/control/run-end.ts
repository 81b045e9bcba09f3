import type { Receipt } from "../../../contract/index.ts";
import type { RunState } from "./run-store.ts";

/** How a submitted run ended. */
export interface RunEnding {
  readonly state: Extract<RunState, "completed" | "failed" | "cancelled">;
  /** The termination of the receipt, such as `interrupted`. */
  readonly reason: string;
}

/** How a submitted run ended, by its receipt. A receipt without a termination has its outcome only. */
export function runEnding({ outcome, termination }: Pick<Receipt, "outcome" | "termination">): RunEnding {
  const reason = termination?.reason ?? (outcome === "complete" ? "completed" : "failed");
  return { state: reason === "completed" || reason === "cancelled" ? reason : "failed", reason };
}
