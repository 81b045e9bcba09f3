import type { Receipt } from "../../contract/index.ts";
import { isMembers } from "../../dialects/index.ts";
import type { Ledger, OpenRun } from "../../storage/index.ts";
import type { Callers } from "../callers/callers.ts";
import type { Admission } from "../exchange/admission.ts";
import type { Caller } from "../exchange/caller.ts";
import { isRunId } from "../exchange/run-id.ts";
import { runNotFound } from "../exchange/run-not-found.ts";

/**
 * The name of the key that made a run, by its receipt or by its beginning; undefined for a run that no key made, such as one of
 * `abp run`.
 */
export function keyOfRun(run: Receipt | OpenRun): string | undefined {
  if ("runId" in run) return keyOfFacts(run.facts);
  // The receipt of a run that was interrupted has only what was known at its beginning.
  return run.observed?.call?.caller ?? keyOfFacts(run.observed?.facts);
}

function keyOfFacts(facts: unknown): string | undefined {
  const name = isMembers(facts) ? facts["caller"] : undefined;
  return typeof name === "string" ? name : undefined;
}

/**
 * Whether a run in the log of the caller's tenant belongs to the caller. A run belongs to the owner that its key has today. A run
 * that no key made, or whose key is gone or has moved to another tenant, belongs to those who read what has no owner.
 */
export function ownsRun(caller: Caller, callers: Pick<Callers, "ownerOf">, key: string | undefined): boolean {
  const owner = key === undefined ? undefined : callers.ownerOf(key, caller.tenant);
  return owner === undefined ? caller.readsUnowned : owner === caller.owner;
}

/** What the check of a run needs of the gateway. */
export interface RunOwnerContext {
  readonly callers: Pick<Callers, "ownerOf">;
  readonly ledgerOf: (tenant: string) => Pick<Ledger, "find" | "findOpen">;
}

/**
 * Checks that a caller may attach a call to the run that its path names. A run's own key may. Another key may if one of the
 * same owner made the run, or if the log of its tenant does not know the id, which then only groups the calls. Throws
 * `run_not_found` for every other run: a work order takes calls with its own key only.
 */
export async function checkParentRun(
  { callers, ledgerOf }: RunOwnerContext,
  { account, caller, recognised }: Pick<Admission, "account" | "caller" | "recognised">,
): Promise<void> {
  const runId = recognised.parentRun;
  if (runId === undefined || account !== undefined || !isRunId(runId)) return;
  const ledger = ledgerOf(caller.tenant);
  // In this order a run that ends between the two look-ups is found by the second.
  const open = await ledger.findOpen(runId);
  const run = open ?? (await ledger.find(runId))?.receipt;
  if (run === undefined) return;
  const key = keyOfRun(run);
  if (key === undefined || !ownsRun(caller, callers, key)) throw runNotFound(runId);
}
