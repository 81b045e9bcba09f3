import { type ErrorRow, ExitCode, NO_RETRY, RETRY, row } from "./row.ts";

const { policy, unavailable, usage } = ExitCode;

/** Errors of submitted work orders. */
export const runnerRows = {
  run_queue_full: row(
    429,
    RETRY,
    unavailable,
    "Too many runs of the tenant are waiting",
    "Submit it again when some of them have started, or raise `runs.max_queued_per_tenant`.",
    { wire: "backend_unavailable" },
  ),
  run_source_refused: row(
    403,
    NO_RETRY,
    policy,
    "The work order names something of the machine that its key may not name",
    "Name what the operator allows in `[runs]`: `allowed_roots`, `git_hosts`, `checks`, `mcp_servers` and `env_names`.",
    { wire: "policy_denied" },
  ),
  run_source_invalid: row(
    422,
    NO_RETRY,
    usage,
    "The files of the run cannot be taken",
    "Correct the archive, or the address and the commit of the repository.",
    { wire: "validation_failed" },
  ),
} as const satisfies Record<string, ErrorRow>;
