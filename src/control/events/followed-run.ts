import type { Caller } from "../../gateway/index.ts";
import { keyOfRun, ownsRun } from "../../gateway/index.ts";
import type { Store } from "../../storage/index.ts";
import { isVisible } from "../access/visibility.ts";
import { runUnknown } from "../runs/find-run.ts";
import type { RunEventParts } from "./run-event-source.ts";

/** What knows whose a run is. */
export interface RunOwners {
  readonly store: Pick<Store, "runs" | "ledger">;
  readonly callers: Parameters<typeof ownsRun>[1];
}

/** Whom a run belongs to is told by the caller, besides `*`. */
type Asker = Caller & { readonly seesAll?: boolean };

/**
 * The events of a run that the caller may see: a submitted one, or one that a process of its own ran in the caller's tenant. Throws
 * `submission_not_found` for every other.
 */
export async function findFollowedRun(
  { store, callers }: RunOwners,
  caller: Asker,
  runId: string,
): Promise<RunEventParts> {
  const submitted = await store.runs.find(runId);
  if (submitted !== undefined) {
    if (!isVisible(caller, submitted)) throw runUnknown(runId);
    return { runId, runs: store.runs, ledger: store.ledger(submitted.tenant) };
  }
  const ledger = store.ledger(caller.tenant);
  // In this order a run that ends between the two look-ups is found by the second.
  const run = (await ledger.findOpen(runId)) ?? (await ledger.find(runId))?.receipt;
  if (run === undefined) throw runUnknown(runId);
  if (caller.seesAll !== true && !ownsRun(caller, callers, keyOfRun(run))) throw runUnknown(runId);
  return { runId, runs: store.runs, ledger };
}
