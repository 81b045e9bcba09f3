import { type ErrorCode, errorRow } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { isMembers, type Members, omitMembers } from "../members/members.ts";
import { ID } from "./wire.ts";

/** Reads an error body in any of the shapes that servers of this API send. */
export function readError(status: number, body: unknown): Failure {
  const outer = isMembers(body) ? body : {};
  const inner = isMembers(outer["error"]) ? outer["error"] : undefined;
  const source = inner ?? outer;
  const type = textAt(source, "type");
  const vendorCode = codeAt(source) ?? codeAt(outer);
  const param = textAt(source, "param");
  const requestId = textAt(outer, "request_id");
  const rest = omitMembers(
    source,
    "message",
    "type",
    "code",
    "param",
    ...(inner === undefined ? ["error", "detail"] : []),
  );
  return {
    code: errorCode(status, vendorCode ?? type),
    status,
    message: messageOf(body, source) ?? `The engine answered ${status}.`,
    ...(param === undefined ? {} : { param }),
    ...(type === undefined ? {} : { type }),
    ...(vendorCode === undefined ? {} : { vendorCode }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(Object.keys(rest).length === 0 ? {} : { vendor: { [ID]: rest } }),
  };
}

function messageOf(body: unknown, source: Members): string | undefined {
  const message = source["message"] ?? source["error"] ?? source["detail"];
  if (typeof message === "string") return message;
  if (message !== undefined && message !== null) return JSON.stringify(message);
  return typeof body === "string" && body !== "" ? body : undefined;
}

function textAt(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === "string" ? value : undefined;
}

function codeAt(members: Members): string | undefined {
  const { code } = members;
  return typeof code === "string" || typeof code === "number" ? textOfJson(code) : undefined;
}

const byVendorCode: Readonly<Record<string, ErrorCode>> = {
  context_length_exceeded: "backend_context_length",
  content_filter: "backend_content_filtered",
  content_policy_violation: "backend_content_filtered",
  image_content_policy_violation: "backend_content_filtered",
  bio_policy: "backend_content_filtered",
  misalignment_policy_violation: "backend_content_filtered",
  model_not_found: "backend_model_not_found",
  rate_limit_exceeded: "backend_rate_limited",
  insufficient_quota: "backend_rate_limited",
  invalid_api_key: "backend_auth_failed",
  server_error: "backend_unavailable",
  server_is_overloaded: "backend_unavailable",
  slow_down: "backend_unavailable",
};

/** Our code for a vendor's error: its own code says more than the status. */
export function errorCode(status: number, vendorCode: string | undefined): ErrorCode {
  const known =
    vendorCode !== undefined && Object.hasOwn(byVendorCode, vendorCode)
      ? byVendorCode[vendorCode]
      : undefined;
  if (known !== undefined) return known;
  if (status === 401 || status === 403) return "backend_auth_failed";
  if (status === 404) return "backend_model_not_found";
  if (status === 408 || status === 504) return "backend_timeout";
  if (status === 413) return "backend_context_length";
  if (status === 429) return "backend_rate_limited";
  return status >= 500 || status === 0 ? "backend_unavailable" : "validation_failed";
}

/** The vendor's code for ours, if the vendor has one. */
export function vendorCodeOf(code: string): string | undefined {
  switch (code) {
    case "backend_context_length":
      return "context_length_exceeded";
    case "backend_content_filtered":
      return "content_policy_violation";
    case "backend_model_not_found":
      return "model_not_found";
    case "backend_rate_limited":
    case "rate_limit_exceeded":
      return "rate_limit_exceeded";
    case "backend_auth_failed":
      return "invalid_api_key";
    default:
      return undefined;
  }
}

/** Writes an error in OpenAI's envelope. */
export function writeError(failure: Failure): WrittenError {
  const number = numberOf(failure.code);
  const error: Members = {
    message: failure.message,
    type: failure.type ?? typeOf(failure.status),
    param: failure.param ?? null,
    code: failure.vendorCode ?? missingCodeOf(failure) ?? vendorCodeOf(failure.code) ?? number ?? null,
  };
  if (failure.details !== undefined) error["abp_details"] = failure.details;
  for (const [name, value] of Object.entries(failure.vendor?.[ID] ?? {})) error[name] ??= value;
  return { status: failure.status, body: { error } };
}

// Clients send the whole conversation again when they read this code.
function missingCodeOf({ code, param }: Failure): string | undefined {
  return code === "response_not_found" && param === "previous_response_id"
    ? "previous_response_not_found"
    : undefined;
}

// The number of the mapping taxonomy (E001…) tells a refusal of ours from the engine's errors.
function numberOf(code: ErrorCode): string | undefined {
  return errorRow(code).mapping?.number;
}

function typeOf(status: number): string {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
