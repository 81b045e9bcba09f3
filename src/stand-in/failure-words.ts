import { AbpError } from "../contract/index.ts";

/** An error in one line for the caller: its code, what happened, and what to do next. */
export function failureWords(error: unknown): string {
  if (AbpError.is(error)) return `${error.code}: ${error.message} (${error.advice})`;
  return error instanceof Error ? error.message : String(error);
}
