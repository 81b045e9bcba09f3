import { AbpError } from "../../contract/index.ts";
import type { Store, SubmittedRun } from "../../storage/index.ts";
import { isVisible, type Viewer } from "../access/visibility.ts";

/** The submitted run of an id. Throws `submission_not_found` if the caller may not know of it, exactly as if there were none. */
export async function findRun(
  store: Pick<Store, "runs">,
  viewer: Viewer,
  runId: string,
): Promise<SubmittedRun> {
  const run = await store.runs.find(runId);
  if (run !== undefined && isVisible(viewer, run)) return run;
  throw runUnknown(runId);
}

export function runUnknown(runId: string): AbpError {
  return new AbpError("submission_not_found", `There is no run ${runId}.`, { details: { run_id: runId } });
}
