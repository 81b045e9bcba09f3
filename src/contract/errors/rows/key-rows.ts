import { type ErrorRow, ExitCode, NO_RETRY, row } from "./row.ts";

const { usage } = ExitCode;

/** Errors of the keys that are made at run time. */
export const keyRows = {
  access_key_not_found: row(
    404,
    NO_RETRY,
    usage,
    "There is no such key",
    "`abp key list` shows the keys that this key may change.",
    { wire: "validation_failed" },
  ),
  access_key_name_taken: row(
    409,
    NO_RETRY,
    usage,
    "The name stands for another key",
    "Choose another name: the name of a key is never used again, because its records belong to it.",
    { wire: "validation_failed" },
  ),
  access_key_unchangeable: row(
    409,
    NO_RETRY,
    usage,
    "The key cannot be changed",
    "Change a key of `[keys]` in backplane.toml; in place of a revoked key, make another one.",
    { wire: "validation_failed" },
  ),
} as const satisfies Record<string, ErrorRow>;
