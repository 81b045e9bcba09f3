import { type ErrorCode, errorRow } from "../../contract/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { isMembers, type Members } from "../members/members.ts";
import { ID } from "./wire.ts";

const codes: Readonly<Record<string, ErrorCode>> = {
  invalid_request_error: "validation_failed",
  authentication_error: "backend_auth_failed",
  permission_error: "backend_auth_failed",
  billing_error: "backend_auth_failed",
  not_found_error: "backend_model_not_found",
  request_too_large: "input_too_large",
  rate_limit_error: "backend_rate_limited",
  timeout_error: "backend_timeout",
  overloaded_error: "backend_unavailable",
  api_error: "backend_unavailable",
};

const types: Partial<Record<ErrorCode, readonly [type: string, status: number]>> = {
  backend_model_not_found: ["not_found_error", 404],
  backend_not_found: ["not_found_error", 404],
  backend_rate_limited: ["rate_limit_error", 429],
  rate_limit_exceeded: ["rate_limit_error", 429],
  backend_timeout: ["timeout_error", 504],
  run_timed_out: ["timeout_error", 504],
  circuit_breaker_open: ["overloaded_error", 529],
  input_too_large: ["request_too_large", 413],
  // Both are a 400 here: the API says "prompt is too long" and "blocked by content filtering policy" that way.
  backend_context_length: ["invalid_request_error", 400],
  backend_content_filtered: ["invalid_request_error", 400],
};

const typesByStatus: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  409: "conflict_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** The code of an error by the vendor's type, its words and its status. */
export function codeOf(type: string | undefined, message: string, status: number): ErrorCode {
  if (/prompt is too long|exceeds? (?:the )?(?:model's )?context (?:window|limit)/i.test(message)) {
    return "backend_context_length";
  }
  if (/content filtering policy/i.test(message)) return "backend_content_filtered";
  const known = type !== undefined && Object.hasOwn(codes, type) ? codes[type] : undefined;
  return known ?? codeOfStatus(status);
}

/** The vendor's type and status for an error of any origin. Our own refusals are a 400. */
export function typeOf(code: ErrorCode, status: number): readonly [type: string, status: number] {
  const known = types[code];
  if (known !== undefined) return known;
  // An engine that is busy is a 529 here; no other vendor has that status.
  if (code === "backend_unavailable" && status === 503) return ["overloaded_error", 529];
  if (errorRow(code).mapping !== undefined && code !== "backend_unavailable")
    return ["invalid_request_error", 400];
  return [typesByStatus[status] ?? (status >= 500 ? "api_error" : "invalid_request_error"), status];
}

/** Reads an error body of the API, of a cloud or of a proxy. Never throws. */
export function readError(status: number, body: unknown): Failure {
  const outer = isMembers(body) ? body : {};
  const inner = isMembers(outer["error"]) ? outer["error"] : undefined;
  const { type: _, error: __, request_id: requestId, ...outerRest } = outer;
  const { type, message, ...innerRest } = inner ?? {};
  const details = isMembers(innerRest["details"]) ? innerRest["details"] : undefined;
  const text =
    firstText(message, outer["message"], outer["error"], outer["detail"], body) ?? `status ${status}`;
  const vendorCode = details?.["error_code"];
  return {
    code: codeOf(asText(type), text, status),
    status,
    message: text,
    ...(asText(type) === undefined ? {} : { type: asText(type)! }),
    ...(typeof vendorCode === "string" ? { vendorCode } : {}),
    ...(typeof requestId === "string" ? { requestId } : {}),
    vendor: {
      [ID]: {
        ...(inner === undefined ? {} : outerRest),
        ...(Object.keys(innerRest).length === 0 ? {} : { error: innerRest }),
      },
    },
  };
}

/** Writes an error. Our own refusals are a 400, which clients do not retry. */
export function writeError(failure: Failure): WrittenError {
  const own = failure.vendor?.[ID];
  if (own !== undefined) return writeOwn(failure, own);
  const [type, status] = typeOf(failure.code, failure.status);
  const details = detailsOf(failure);
  const error: Members = { type, message: failure.message };
  if (Object.keys(details).length > 0) error["details"] = details;
  return { status, body: { type: "error", error, request_id: failure.requestId ?? null } };
}

// The code of another vendor's error is that vendor's own, if it gave one; it has no number of ours.
function detailsOf({ code, vendorCode, param, details, vendor }: Failure): Members {
  const isOurs = vendor === undefined;
  const mapping = isOurs ? errorRow(code).mapping : undefined;
  return {
    ...(vendorCode === undefined && !isOurs ? {} : { error_code: vendorCode ?? code }),
    ...(mapping === undefined ? {} : { mapping: mapping.number }),
    ...(param === undefined ? {} : { param }),
    ...details,
  };
}

function writeOwn(failure: Failure, own: Members): WrittenError {
  const { error, ...rest } = own;
  const type = failure.type ?? typeOf(failure.code, failure.status)[0];
  const inner = { type, message: failure.message, ...(isMembers(error) ? error : {}) };
  const id = failure.requestId === undefined ? {} : { request_id: failure.requestId };
  return { status: failure.status, body: { type: "error", error: inner, ...id, ...rest } };
}

function codeOfStatus(status: number): ErrorCode {
  if (status === 401 || status === 403) return "backend_auth_failed";
  if (status === 404) return "backend_model_not_found";
  if (status === 408 || status === 504) return "backend_timeout";
  if (status === 413) return "input_too_large";
  if (status === 429) return "backend_rate_limited";
  return status >= 500 ? "backend_unavailable" : "validation_failed";
}

function firstText(...values: readonly unknown[]): string | undefined {
  return values.map(asText).find((value) => value !== undefined);
}

function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
