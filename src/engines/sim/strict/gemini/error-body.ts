import type { Members } from "../raw-json.ts";
import type { Violation } from "../violation.ts";

export function errorBody({ message, status }: Violation): Members {
  const code = status ?? 400;
  return { error: { code, message, status: code === 404 ? "NOT_FOUND" : "INVALID_ARGUMENT" } };
}
