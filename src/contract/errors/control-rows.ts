import { type ErrorRow, ExitCode, NO_RETRY, row } from "./row.ts";

const { failed } = ExitCode;

/** Errors of the control API. */
export const controlRows = {
  idempotency_mismatch: row(
    422,
    NO_RETRY,
    failed,
    "The idempotency key came before with another body",
    "Send the same body again, or choose another key for another request.",
    { wire: "validation_failed" },
  ),
  idempotency_repeated: row(
    409,
    NO_RETRY,
    failed,
    "The request had its effect before",
    "Nothing is to be done: the effect of the first request stands.",
    { wire: "validation_failed" },
  ),
} as const satisfies Record<string, ErrorRow>;
