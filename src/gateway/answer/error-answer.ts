import { AbpError } from "../../contract/index.ts";
import type { Dialect, Failure } from "../../dialects/index.ts";
import type { PlainResponse } from "../exchange.ts";

/** An error of ours in no vendor's words; the offending field is named as the caller wrote it. */
export function failureOf(error: AbpError): Failure {
  const param = error.where?.startsWith("$.") === true ? error.where.slice(2) : undefined;
  return {
    code: error.code,
    status: isRefusal(error) ? 400 : error.row.status,
    message: `${place(error)}${sentence(error.message)}${error.advice === "" ? "" : ` ${error.advice}`}`,
    ...(param === undefined ? {} : { param }),
  };
}

// Not every vendor's envelope has a place for the field, and people read the message: it says both, and our number.
function place({ where, row }: AbpError): string {
  return row.mapping === undefined || where === undefined ? "" : `${row.mapping.number} at ${where}: `;
}

// Agents try a 501 again dozens of times; what is refused, or names nothing that is here, is wrong with the request itself.
function isRefusal({ code, row, where }: AbpError): boolean {
  if (code === "response_not_found") return where !== undefined;
  return row.mapping !== undefined && code !== "backend_unavailable";
}

/** An error of ours as an answer in the caller's dialect. Agents try a call again unless they are told not to. */
export function answerError(dialect: Dialect, error: AbpError, runId?: string): PlainResponse {
  const { status, body } = dialect.writeError(failureOf(error));
  return plainJson(status, body, [
    ...errorHeaders(error),
    ...(runId === undefined ? [] : ["x-abp-run-id", runId]),
  ]);
}

/** The headers that go with an error: whether to try again, when, and our own code. */
export function errorHeaders(error: AbpError): string[] {
  const headers = [
    "x-should-retry",
    String(error.row.retryable),
    "x-abp-error",
    error.row.mapping?.number ?? error.code,
  ];
  const seconds = error.details["retry_after_secs"];
  if (typeof seconds === "number") headers.push("retry-after", String(Math.ceil(seconds)));
  const allow = error.details["allow"];
  if (Array.isArray(allow)) headers.push("allow", allow.join(", "));
  return headers;
}

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

/** Any thrown value as an error of the table; what we did not foresee says nothing of our insides. */
export function asAbpError(thrown: unknown): AbpError {
  if (AbpError.is(thrown)) return thrown;
  return new AbpError("internal", "the call could not be served", { cause: thrown });
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
