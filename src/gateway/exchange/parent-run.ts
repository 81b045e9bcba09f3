import type { Admission } from "./admission.ts";
import { isRunId } from "./run-id.ts";

/**
 * The run, or the label, that a call belongs to: the run of the account that takes it, else what its path names. They differ if
 * the agent of an earlier run works for a later one.
 */
export function parentOf({
  account,
  recognised,
}: Pick<Admission, "account" | "recognised">): string | undefined {
  return account?.runId ?? recognised.parentRun;
}

/** The same, if it is a run. */
export function parentRunOf(admission: Pick<Admission, "account" | "recognised">): string | undefined {
  const parent = parentOf(admission);
  return parent !== undefined && isRunId(parent) ? parent : undefined;
}
