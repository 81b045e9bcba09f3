import { AbpError, type ErrorCode, errorRow } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import type { Failure, WrittenError } from "../codec/error-codec.ts";
import { isMembers, type Members } from "../members/members.ts";
import { restoreOwn } from "../members/own-members.ts";
import type { ChatProfile } from "./profile.ts";

interface ParsedError {
  readonly message: string;
  readonly type: string | undefined;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly own: Members;
}

/** Reads an error in any of the shapes that servers of this API have; it never throws. */
export function readError(status: number, body: unknown, profile: ChatProfile): Failure {
  const parsed = readShape(body);
  const relayed = relayedIn(parsed.own["error"]);
  const reasons = [parsed.code, parsed.type, ...innerReasons(parsed.own["error"])];
  const requestId = isMembers(body) ? textOf(body["request_id"]) : undefined;
  return {
    code: codeOf(status, reasons, `${parsed.message} ${relayed?.text ?? ""}`),
    status,
    message: parsed.message === "" ? `the engine answered with status ${status}` : parsed.message,
    ...(parsed.param === undefined ? {} : { param: parsed.param }),
    ...(parsed.type === undefined ? {} : { type: parsed.type }),
    ...(parsed.code === undefined ? {} : { vendorCode: parsed.code }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(relayed === undefined ? {} : { relayed }),
    vendor: { [profile.id]: parsed.own },
  };
}

function readShape(body: unknown): ParsedError {
  if (!isMembers(body)) return { ...nothing, message: textOf(body) ?? "" };
  const { error, ...beside } = body;
  if (isMembers(error)) return readMembers(error, beside);
  // xAI and Venice: the error is the message itself.
  if (typeof error === "string") {
    const { code, ...own } = beside;
    return { ...nothing, message: error, code: textOf(code), own };
  }
  // Mistral and Doubleword have the members at the top; FastAPI servers have `detail`.
  const { detail, ...top } = body;
  if (detail !== undefined)
    return { ...nothing, message: textOf(detail) ?? JSON.stringify(detail), own: top };
  return readMembers(body, {});
}

const nothing: ParsedError = { message: "", type: undefined, code: undefined, param: undefined, own: {} };

function readMembers(error: Members, beside: Members): ParsedError {
  const { message, type, code, param, ...more } = error;
  const left: Members = { ...more };
  // A number is no text, and the vendor's own clients may compare it as a number.
  if (typeof code === "number") left["code"] = code;
  return {
    message: textOf(message) ?? (message === undefined ? "" : JSON.stringify(message)),
    type: textOf(type),
    code: textOf(code),
    param: textOf(param),
    own: Object.keys(left).length === 0 ? beside : { ...beside, error: left },
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? textOfJson(value) : undefined;
}

const words: readonly (readonly [RegExp, ErrorCode])[] = [
  [/context_length|too_many_prompt_tokens|string_above_max_length/, "backend_context_length"],
  [/content_filter|content_policy|responsibleaipolicy/i, "backend_content_filtered"],
  [/insufficient_quota|exceeded_current_quota|rate_limit/, "backend_rate_limited"],
  [/model_not_found|deploymentnotfound|resource_not_found/i, "backend_model_not_found"],
  [/invalid_api_key|authentication|permission_denied/, "backend_auth_failed"],
  [/overloaded|server_error|service_unavailable/, "backend_unavailable"],
];

const phrases: readonly (readonly [RegExp, ErrorCode])[] = [
  [/context (length|window)|prompt (is )?too long|total length of all messages/i, "backend_context_length"],
  [/content management policy|content filter/i, "backend_content_filtered"],
  [/model .*(not found|does not exist|not a valid)|not a valid model/i, "backend_model_not_found"],
];

// OpenRouter and relays like it put the vendor's own error beside a message that says only that there was one.
function relayedIn(error: unknown): Failure["relayed"] {
  const metadata = isMembers(error) ? error["metadata"] : undefined;
  if (!isMembers(metadata)) return undefined;
  const { raw, provider_name: by } = metadata;
  const text = typeof raw === "object" && raw !== null ? JSON.stringify(raw) : (textOf(raw)?.trim() ?? "");
  if (text === "") return undefined;
  return typeof by === "string" && by !== "" ? { text, by } : { text };
}

// Azure names its content filter in an error inside the error, or only shows the filter's verdict there.
function innerReasons(error: unknown): (string | undefined)[] {
  if (!isMembers(error)) return [];
  const inner = isMembers(error["innererror"]) ? error["innererror"] : {};
  const isFiltered = [error, inner].some(
    (one) => isMembers(one["content_filter_result"]) || isMembers(one["content_filter_results"]),
  );
  return [textOf(inner["code"]), isFiltered ? "content_filter" : undefined];
}

function codeOf(status: number, reasons: readonly (string | undefined)[], message: string): ErrorCode {
  for (const word of reasons) {
    const found = word === undefined ? undefined : words.find(([pattern]) => pattern.test(word));
    if (found !== undefined) return found[1];
  }
  if (status === 429) return "backend_rate_limited";
  if (status === 401 || status === 403) return "backend_auth_failed";
  const found = phrases.find(([pattern]) => pattern.test(message));
  if (found !== undefined) return found[1];
  if (status === 404) return "backend_model_not_found";
  if (status === 408 || status === 504) return "backend_timeout";
  if (status === 413) return "input_too_large";
  if (status >= 500 || status === 0) return "backend_unavailable";
  return "validation_failed";
}

/** OpenAI's type and code for each of our error codes. */
const published: Partial<Record<ErrorCode, readonly [type: string, code: string]>> = {
  backend_context_length: ["invalid_request_error", "context_length_exceeded"],
  backend_content_filtered: ["invalid_request_error", "content_filter"],
  backend_rate_limited: ["rate_limit_error", "rate_limit_exceeded"],
  rate_limit_exceeded: ["rate_limit_error", "rate_limit_exceeded"],
  backend_model_not_found: ["invalid_request_error", "model_not_found"],
  backend_auth_failed: ["invalid_request_error", "invalid_api_key"],
};

/** Writes an error as a server of this API does. */
export function writeError(failure: Failure, profile: ChatProfile): WrittenError {
  return { status: failure.status, body: writeErrorBody(failure, profile) };
}

/** The body of an error; in a stream it is the data of an event. */
export function writeErrorBody(failure: Failure, profile: ChatProfile): Members {
  const own = failure.vendor?.[profile.id];
  const [type, code] = published[failure.code] ?? [
    failure.status >= 500 ? "server_error" : "invalid_request_error",
    failure.code,
  ];
  const error: Members = {
    message: failure.message,
    type: (own === undefined ? undefined : failure.type) ?? type,
    param: failure.param ?? null,
    code: own === undefined ? code : (failure.vendorCode ?? null),
  };
  // An error of another vendor has no number of ours.
  const isOurs = failure.vendor === undefined && failure.vendorCode === undefined;
  const number = isOurs ? errorRow(failure.code).mapping?.number : undefined;
  if (number !== undefined) error["abp_code"] = number;
  if (failure.details !== undefined) error["abp_details"] = failure.details;
  const inner = own?.["error"];
  if (isMembers(inner) && inner["code"] !== undefined) error["code"] = inner["code"];
  return restoreOwn({ error }, own ?? {});
}

/** Throws the error that stands where a reply should. */
export function throwFailure(body: unknown, profile: ChatProfile): never {
  const failure = readError(statusIn(body), body, profile);
  throw new AbpError(failure.code, failure.message, {
    where: "$.error",
    details: { type: failure.type ?? null, code: failure.vendorCode ?? null },
  });
}

/** The status that an error inside a body names; 0 if it names none. */
export function statusIn(body: unknown): number {
  const error = isMembers(body) ? body["error"] : undefined;
  if (!isMembers(error)) return 0;
  for (const name of ["status", "status_code", "code"]) {
    const value = Number(textOfJson(error[name]));
    if (value >= 400 && value < 600) return value;
  }
  return 0;
}
