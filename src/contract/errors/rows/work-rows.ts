import { type ErrorRow, ExitCode, NO_RETRY, RETRY, row } from "./row.ts";

const { failed } = ExitCode;

/** Errors of submitted runs and of approvals. */
export const workRows = {
  submission_not_found: row(
    404,
    NO_RETRY,
    failed,
    "No such run is known here",
    "Check the run id: `abp runs` lists the runs that the key may see.",
    { wire: "backend_not_found" },
  ),
  run_not_ended: row(409, RETRY, failed, "The run has not ended", "Wait for its end, or cancel it first.", {
    wire: "execution_workspace_error",
  }),
  run_not_running: row(
    409,
    NO_RETRY,
    failed,
    "The run is not running",
    "Only a running run takes messages. Resume the run to go on after its end.",
    { wire: "execution_workspace_error" },
  ),
  approval_not_found: row(
    404,
    NO_RETRY,
    failed,
    "No such approval is known here",
    "List the approvals: each has an id.",
    { wire: "policy_denied" },
  ),
  approval_decided: row(
    409,
    NO_RETRY,
    failed,
    "The approval is not open any more",
    "Somebody decided it before, or its time was over. The details hold how.",
    { wire: "policy_denied" },
  ),
} as const satisfies Record<string, ErrorRow>;
