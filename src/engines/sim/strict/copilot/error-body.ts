import type { Members } from "../raw-json.ts";
import type { Violation } from "../violation.ts";

export function errorBody({ message, type, code, param }: Violation): Members {
  return {
    error: {
      message,
      code: code ?? "invalid_request_body",
      ...(param === undefined ? {} : { param }),
      type: type ?? "invalid_request_error",
    },
  };
}
