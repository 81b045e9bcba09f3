import type { CheckRecord, ModelCallsRecord } from "../../../contract/index.ts";
import { hasPassed } from "../run/summary/check-facts.ts";

/** What the translation between dialects lost in the model calls of a run. */
export interface CallLosses {
  /** The different fields that were disclosed as lost. A place in a list counts once, whatever its index. */
  readonly fields: number;
  /** The first 100 of them, each with the number of calls that lost it. */
  readonly listed: readonly { readonly path: string; readonly reason: string; readonly calls: number }[];
  /** Calls whose receipts could not be read. */
  readonly unread: number;
}

/** One run of a comparison, as `--json` prints it. */
export interface ComparedRun {
  readonly backend: string;
  /** Null if no run began. */
  readonly run_id: string | null;
  readonly outcome: "complete" | "partial" | "failed" | "not started";
  readonly error: { readonly code: string; readonly message: string; readonly advice: string } | null;
  readonly changes: { readonly files: number; readonly added: number; readonly deleted: number } | null;
  /** The patch as git writes it, as far as the receipt holds it. */
  readonly patch: string | null;
  readonly check: CheckRecord | null;
  readonly cost_usd: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** Whether tokens and cost are metered; else they are the backend's own statement. */
  readonly metered: boolean;
  readonly models: ModelCallsRecord["models"];
  readonly duration_ms: number | null;
  /** Null if no model call went through the gateway. */
  readonly losses: CallLosses | null;
  readonly receipt: { readonly sha256: string | null; readonly verified: boolean } | null;
}

/** Whether a run is complete, its check passed, and its receipt holds. */
export function isGood({ outcome, error, check, receipt }: ComparedRun): boolean {
  const isChecked = check === null || hasPassed(check);
  return outcome === "complete" && error === null && isChecked && receipt?.verified === true;
}
