import type { AbpError } from "./abp-error.ts";
import { errorBody } from "./body.ts";
import { documentationUrl } from "./documentation-url.ts";

/** The body of an error answer of the control API: a problem document (RFC 9457) with members of our own. */
export interface Problem {
  /** A URI reference. Every copy of the project serves its own documents. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The path that was asked for. */
  readonly instance: string;
  /** The code of the error, or the number that the mapping taxonomy gives it. */
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  readonly timestamp: string;
  readonly documentation_url: string;
}

/**
 * Writes an error as a problem document.
 *
 * @example
 * import { AbpError, problemOf } from "agent-backplane/contract";
 * const error = new AbpError("validation_failed", "the id is missing");
 * const timestamp = new Date().toISOString();
 * const problem = problemOf(error, { id: runId, timestamp, instance: "/abp/v1/runs" });
 */
export function problemOf(
  error: AbpError,
  request: { readonly id: string; readonly timestamp: string; readonly instance: string },
): Problem {
  const { code, details } = errorBody(error, request).error;
  return {
    type: documentationUrl(error.code),
    title: error.row.title,
    status: error.row.status,
    detail: error.message,
    instance: request.instance,
    code,
    details,
    request_id: request.id,
    timestamp: request.timestamp,
    documentation_url: documentationUrl(error.code),
  };
}
