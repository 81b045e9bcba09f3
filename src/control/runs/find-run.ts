import { AbpError } from "../../contract/index.ts";
import { type Caller, keyOfRun, ownsRun } from "../../gateway/index.ts";
import type { Ledger, Store, SubmittedRun } from "../../storage/index.ts";
import { holdsFor } from "../rights.ts";

/** What knows whose a run is. */
export interface RunOwners {
  readonly store: Pick<Store, "runs" | "ledger">;
  readonly gateway: { readonly callers: Parameters<typeof ownsRun>[1] };
}

/** A run that the caller may see. */
export interface VisibleRun {
  readonly runId: string;
  readonly tenant: string;
  readonly ledger: Ledger;
  /** Undefined for a run that was not submitted, such as one of `abp run`. */
  readonly submitted: SubmittedRun | undefined;
}

/** The submitted run of an id. Throws `submission_not_found` if the caller may not know of it, exactly as if there were none. */
export async function findSubmitted(
  { store }: Pick<RunOwners, "store">,
  caller: Caller,
  runId: string,
): Promise<SubmittedRun> {
  const run = await store.runs.find(runId);
  if (run !== undefined && holdsFor(caller, run)) return run;
  throw runUnknown(runId);
}

/**
 * A run that was submitted, or that a process of its own ran in the caller's tenant. Throws `submission_not_found` if the caller may not
 * know of it.
 */
export async function findVisible(
  { store, gateway }: RunOwners,
  caller: Caller,
  runId: string,
): Promise<VisibleRun> {
  const submitted = await store.runs.find(runId);
  if (submitted !== undefined) {
    if (!holdsFor(caller, submitted)) throw runUnknown(runId);
    const { tenant } = submitted;
    return { runId, tenant, ledger: store.ledger(tenant), submitted };
  }
  const { tenant } = caller;
  const ledger = store.ledger(tenant);
  // In this order a run that ends between the two look-ups is found by the second.
  const run = (await ledger.findOpen(runId)) ?? (await ledger.find(runId))?.receipt;
  if (run === undefined) throw runUnknown(runId);
  if (caller.seesAll !== true && !ownsRun(caller, gateway.callers, keyOfRun(run))) throw runUnknown(runId);
  return { runId, tenant, ledger, submitted: undefined };
}

function runUnknown(runId: string): AbpError {
  return new AbpError("submission_not_found", `There is no run ${runId}.`, { details: { run_id: runId } });
}
