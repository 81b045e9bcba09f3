import { AbpError } from "../../contract/index.ts";

/** The error for a key that a run does not accept, whether the run is open, has ended, or is another owner's. */
export function runNotFound(runId: string): AbpError {
  return new AbpError("run_not_found", `there is no run ${runId} that takes calls with this key`);
}
