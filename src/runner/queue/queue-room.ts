import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { RunStore } from "../../storage/index.ts";

/** Throws `run_queue_full` if a tenant has as many runs in the queue as the configuration allows. */
export async function requireQueueRoom(
  store: Pick<RunStore, "pendingCounts">,
  tenant: string,
  { runs }: { readonly runs: Pick<Config["runs"], "max_queued_per_tenant"> },
): Promise<void> {
  const limit = runs.max_queued_per_tenant;
  const waiting = (await store.pendingCounts()).get(tenant) ?? 0;
  if (waiting < limit) return;
  throw new AbpError("run_queue_full", `${waiting} runs of the tenant ${tenant} wait, and ${limit} may`, {
    where: "runs.max_queued_per_tenant",
    details: { waiting, limit },
  });
}
