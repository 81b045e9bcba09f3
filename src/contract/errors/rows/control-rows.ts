import { type ErrorRow, ExitCode, NO_RETRY, RETRY, row } from "./row.ts";

const { failed, policy, unavailable, usage } = ExitCode;

/** Errors of the control API. */
export const controlRows = {
  permission_denied: row(
    403,
    NO_RETRY,
    policy,
    "The key may not do this",
    "Use a key with the role that the details name. `abp key set` changes the roles of a key.",
    { wire: "policy_denied" },
  ),
  run_desk_absent: row(
    503,
    NO_RETRY,
    unavailable,
    "This daemon runs no work orders",
    "Send the request to a daemon that does: `abp up` starts one.",
    { wire: "backend_unavailable" },
  ),
  idempotency_mismatch: row(
    422,
    NO_RETRY,
    usage,
    "The idempotency key was used before, with another body",
    "Choose another key for another request. A key is remembered for 24 hours.",
    { wire: "validation_failed" },
  ),
  idempotency_repeated: row(
    409,
    NO_RETRY,
    failed,
    "The request had its effect before",
    "The details hold the first answer.",
    { wire: "validation_failed" },
  ),
  idempotency_in_flight: row(
    409,
    RETRY,
    failed,
    "A request with the same idempotency key is under way",
    "Wait for its answer, then repeat the request.",
    { wire: "validation_failed" },
  ),
} as const satisfies Record<string, ErrorRow>;
