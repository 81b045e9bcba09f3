import type { Members } from "../raw-json.ts";
import type { Violation } from "../violation.ts";

export function errorBody({ message, type }: Violation): Members {
  return { error: { message, type: type ?? "invalid_request_error" } };
}
