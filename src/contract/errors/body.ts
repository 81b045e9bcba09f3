import type { AbpError } from "./abp-error.ts";
import { documentationUrl } from "./documentation-url.ts";
import { mappingDetails } from "./mapping-details.ts";

/** The response body of our own API for an error. */
export interface ErrorBody {
  readonly error: {
    readonly code: string;
    readonly type: string;
    readonly message: string;
    readonly details: Readonly<Record<string, unknown>> & { readonly documentation_url: string };
    readonly request_id: string;
    readonly timestamp: string;
  };
}

/**
 * Writes an error as a response body; the mapping taxonomy's number and type stand first if it has them.
 *
 * @example
 * import { AbpError, errorBody } from "agent-backplane/contract";
 * const error = new AbpError("validation_failed", "the id is missing");
 * const answer = errorBody(error, { id: runId, timestamp: new Date().toISOString() });
 */
export function errorBody(error: AbpError, request: { id: string; timestamp: string }): ErrorBody {
  const mapping = error.row.mapping;
  return {
    error: {
      code: mapping?.number ?? error.code,
      type: mapping?.type ?? typeName(error.code),
      message: error.message,
      details: {
        ...mappingDetails(error),
        ...error.details,
        ...(error.where === undefined ? {} : { where: error.where }),
        ...(mapping === undefined ? {} : { error_code: error.code }),
        advice: error.advice,
        documentation_url: documentationUrl(error.code),
      },
      request_id: request.id,
      timestamp: request.timestamp,
    },
  };
}

function typeName(code: string): string {
  return code.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
