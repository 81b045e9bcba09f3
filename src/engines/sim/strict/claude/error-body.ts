import type { Members } from "../raw-json.ts";
import type { Violation } from "../violation.ts";

export function errorBody({ message, type }: Violation): Members {
  return {
    type: "error",
    error: { type: type ?? "invalid_request_error", message },
    request_id: "req_simulated",
  };
}
