import { AbpError, type Receipt } from "../../contract/index.ts";
import { isMembers } from "../../dialects/index.ts";
import type { Ledger, OpenRun } from "../../storage/index.ts";
import type { Caller } from "../exchange.ts";
import type { Callers } from "../routing/callers.ts";

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

/**
 * Checks that a caller may attach a call to a run. A run that another owner's key made throws `receipt_not_found`. A run that is
 * not known here, or that no key made, is taken as it is: it only groups the calls.
 */
export async function checkParentRun(
  ledger: Pick<Ledger, "find" | "findOpen">,
  callers: Pick<Callers, "ownerOf">,
  caller: Caller,
  runId: string,
): Promise<void> {
  // In this order a run that ends between the two look-ups is found by the second.
  const open = await ledger.findOpen(runId);
  const run = open ?? (await ledger.find(runId))?.receipt;
  const key = run === undefined ? undefined : keyOfRun(run);
  if (key !== undefined && !ownsRun(caller, callers, key))
    throw new AbpError("receipt_not_found", `there is no run ${runId} that this key may add calls to`);
}
