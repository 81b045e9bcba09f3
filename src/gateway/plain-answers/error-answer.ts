import { AbpError, type MappingContext, mappingDetails } from "../../contract/index.ts";
import type { Dialect, Failure } from "../../dialects/index.ts";
import type { PlainResponse } from "../exchange/plain-response.ts";
import { addCallIds } from "../headers/call-ids.ts";

/** One of our errors in the form that dialects translate. The offending field is named as the caller wrote it. */
export function failureOf(error: AbpError, context?: MappingContext): Failure {
  const details = mappingDetails(error, context);
  const param = error.where?.startsWith("$.") === true ? error.where.slice(2) : undefined;
  return {
    code: error.code,
    status: isRefusal(error) ? 400 : error.row.status,
    message: `${place(error)}${sentence(error.message)}${error.advice === "" ? "" : ` ${error.advice}`}`,
    ...(param === undefined ? {} : { param }),
    ...vendorCodeOf(error),
    ...(details === undefined ? {} : { details }),
  };
}

// Some errors of ours have a code of the caller's vendor, which its SDKs look for.
function vendorCodeOf({ details }: AbpError): { readonly vendorCode?: string } {
  const code = details["vendor_code"];
  return typeof code === "string" ? { vendorCode: code } : {};
}

// Not every vendor's error format has a member for the field, so the message names it too, with our number.
function place({ where, row }: AbpError): string {
  return row.mapping === undefined || where === undefined ? "" : `${row.mapping.number} at ${where}: `;
}

// Agents retry a 501 dozens of times. A refusal is a fault of the request, so it becomes a 400.
function isRefusal({ code, row, where, details }: AbpError): boolean {
  // Vendors answer 400 to a request that continues an unknown response. An id that may be another owner's is 404 everywhere.
  if (code === "response_not_found") return where !== undefined && details["reason"] !== "not_owned";
  // Vendors answer 400 to a prompt that their content filter blocks.
  if (code === "backend_content_filtered") return true;
  // The same model would fail again, and many clients retry every 5xx.
  if (code === "capability_emulation_failed") return true;
  return row.mapping !== undefined && code !== "backend_unavailable";
}

/** One of our errors as an answer in the caller's dialect. `engine` is the one that was called, if it is known. */
export function answerError(
  dialect: Dialect,
  error: AbpError,
  runId?: string,
  engine?: { readonly name: string; readonly dialect: Dialect },
): PlainResponse {
  const context = { dialect: dialect.id, engine: engine?.dialect.id, backend: engine?.name };
  const failure = failureOf(error, context);
  // The body names the request as the header does, if the dialect's errors have a member for it.
  const { status, body } = dialect.writeError(
    runId === undefined ? failure : { requestId: runId, ...failure },
  );
  const headers = errorHeaders(error);
  return plainJson(status, body, runId === undefined ? headers : addCallIds(headers, dialect, runId));
}

/** The headers of an error answer: whether and when to retry, and our own code. Agents retry unless a header says not to. */
export function errorHeaders(error: AbpError): string[] {
  const headers = [
    "x-should-retry",
    String(error.row.retryable && !isRefusal(error)),
    "x-abp-error",
    error.row.mapping?.number ?? error.code,
  ];
  const seconds = error.details["retry_after_secs"];
  if (typeof seconds === "number") headers.push("retry-after", String(Math.ceil(seconds)));
  else if (PASSES_SOON.has(error.code)) headers.push("retry-after", "1");
  const allow = error.details["allow"];
  if (Array.isArray(allow)) headers.push("allow", allow.join(", "));
  return headers;
}

/** Errors that end by themselves, so that the caller should retry after a second. */
const PASSES_SOON: ReadonlySet<string> = new Set(["too_many_calls", "shutting_down"]);

/** A whole JSON answer. */
export function plainJson(status: number, value: unknown, headers: readonly string[] = []): PlainResponse {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return {
    status,
    headers: ["content-type", "application/json", "content-length", length, ...headers],
    body,
  };
}

/** A thrown value as an error of the table. An unexpected one becomes `internal`, which reveals nothing of its cause. */
export function asAbpError(thrown: unknown): AbpError {
  if (AbpError.is(thrown)) return thrown;
  return new AbpError("internal", "the call could not be served", { cause: thrown });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
