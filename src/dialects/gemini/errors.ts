import { type ErrorCode, errorRow } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { isMembers, type Members } from "../members/members.ts";
import { ID } from "./wire.ts";

// google.rpc.Code, and the HTTP status that each has (googleapis, google/rpc/code.proto).
const STATUSES: Readonly<Record<string, readonly [status: number, code: ErrorCode]>> = {
  CANCELLED: [499, "run_cancelled"],
  UNKNOWN: [500, "backend_unavailable"],
  INVALID_ARGUMENT: [400, "validation_failed"],
  DEADLINE_EXCEEDED: [504, "backend_timeout"],
  NOT_FOUND: [404, "backend_model_not_found"],
  ALREADY_EXISTS: [409, "validation_failed"],
  PERMISSION_DENIED: [403, "backend_auth_failed"],
  UNAUTHENTICATED: [401, "backend_auth_failed"],
  RESOURCE_EXHAUSTED: [429, "backend_rate_limited"],
  FAILED_PRECONDITION: [400, "validation_failed"],
  ABORTED: [409, "backend_unavailable"],
  OUT_OF_RANGE: [400, "validation_failed"],
  UNIMPLEMENTED: [501, "capability_unsupported"],
  INTERNAL: [500, "backend_unavailable"],
  UNAVAILABLE: [503, "backend_unavailable"],
  DATA_LOSS: [500, "backend_unavailable"],
};

const BY_HTTP: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  413: "INVALID_ARGUMENT",
  422: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
  529: "UNAVAILABLE",
};

const OURS = /^(?:mapping_|contract_|validation_|dialect_|ir_|policy_|capability_)/;

/** Reads an error body: an envelope, a list of one as streams without `alt=sse` send it, or any text. */
export function readError(status: number, body: unknown): Failure {
  const value = unwrap(body);
  const error = isMembers(value) ? value["error"] : undefined;
  if (!isMembers(error)) {
    const message = typeof value === "string" && value.trim() !== "" ? value.trim() : textOf(error, status);
    return { code: codeOf(undefined, status, message, undefined), status, message };
  }
  const { code, message, status: word, details, ...rest } = error;
  const text = typeof message === "string" ? message : `status ${status}`;
  const name = typeof word === "string" ? word : undefined;
  const inside = typeof code === "number" && code >= 400 && code < 600 ? code : undefined;
  const own = { ...rest, ...(details === undefined ? {} : { details }) };
  const param = fieldOf(details);
  return {
    code: codeOf(name, inside ?? status, text, details),
    status: status >= 400 ? status : (inside ?? 500),
    message: text,
    ...(param === undefined ? {} : { param }),
    ...(name === undefined ? {} : { type: name }),
    ...(code === undefined || code === null ? {} : { vendorCode: textOfJson(code) }),
    ...(Object.keys(own).length === 0 ? {} : { vendor: { [ID]: own } }),
  };
}

/** Writes an error in Google's envelope. Our own refusals are a 400, which clients do not retry. */
export function writeError(failure: Failure): WrittenError {
  const own = failure.vendor?.[ID] ?? {};
  const isOwnWord = failure.type !== undefined && Object.hasOwn(STATUSES, failure.type);
  const status = OURS.test(failure.code) && !isOwnWord ? 400 : failure.status;
  const word = isOwnWord
    ? failure.type!
    : (BY_HTTP[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT"));
  return {
    status,
    body: { error: { code: status, message: failure.message, status: word, ...detailsOf(failure, own) } },
  };
}

// google.rpc.BadRequest and ErrorInfo are how Google names a field and a reason.
function detailsOf(failure: Failure, own: Members): Members {
  if (Object.keys(own).length > 0 || failure.vendorCode !== undefined) return own;
  const { param, code } = failure;
  const fields = param === undefined ? [] : [{ field: param, description: failure.message }];
  const details: Members[] = [];
  if (fields.length > 0)
    details.push({ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: fields });
  if (OURS.test(code) || failure.details !== undefined)
    details.push({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: code.toUpperCase(),
      domain: "agent-backplane",
      ...metadataOf(failure),
    });
  return details.length === 0 ? {} : { details };
}

// The metadata of an ErrorInfo are texts.
function metadataOf({ code, requestId, details }: Failure): Members {
  const number = details === undefined ? undefined : errorRow(code).mapping?.number;
  const metadata: Members = {
    ...(requestId === undefined ? {} : { requestId }),
    ...(number === undefined ? {} : { abp_code: number }),
  };
  for (const [name, value] of Object.entries(details ?? {})) metadata[name] = metadataText(value);
  return Object.keys(metadata).length === 0 ? {} : { metadata };
}

function metadataText(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item !== "object")) return value.join("; ");
  return typeof value === "object" ? JSON.stringify(value) : textOfJson(value);
}

function unwrap(body: unknown): unknown {
  if (typeof body === "string") {
    try {
      return unwrap(JSON.parse(body));
    } catch {
      return body; // A page of HTML or a plain line stays as it is.
    }
  }
  return Array.isArray(body) ? body.find((one) => isMembers(one) && "error" in one) : body;
}

function textOf(error: unknown, status: number): string {
  return typeof error === "string" ? error : `status ${status}`;
}

function codeOf(word: string | undefined, status: number, message: string, details: unknown): ErrorCode {
  if (/token count .*exceeds the maximum number of tokens/i.test(message)) return "backend_context_length";
  // A wrong key is a 400 here.
  if (reasonsOf(details).some((reason) => reason === "API_KEY_INVALID" || reason === "API_KEY_EXPIRED"))
    return "backend_auth_failed";
  if (/api key not valid/i.test(message)) return "backend_auth_failed";
  const name = word !== undefined && Object.hasOwn(STATUSES, word) ? word : BY_HTTP[status];
  if (name === undefined) return status >= 500 ? "backend_unavailable" : "validation_failed";
  return STATUSES[name]![1];
}

function reasonsOf(details: unknown): unknown[] {
  return Array.isArray(details) ? details.map((one) => (isMembers(one) ? one["reason"] : undefined)) : [];
}

function fieldOf(details: unknown): string | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const one of details) {
    const violations = isMembers(one) ? one["fieldViolations"] : undefined;
    const first: unknown = Array.isArray(violations) ? violations[0] : undefined;
    if (isMembers(first) && typeof first["field"] === "string") return first["field"];
  }
  return undefined;
}
