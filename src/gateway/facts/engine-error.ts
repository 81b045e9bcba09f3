import { AbpError, type ErrorCode, errorCodes } from "../../contract/index.ts";
import { redactText } from "../../lib/index.ts";

/**
 * An error with the engine's own message. The caller may read the message; the receipt leaves it out, because engines
 * repeat prompts and keys in it. `status` is null if the error came in a stream.
 */
export function engineError(code: ErrorCode, message: string, status: number | null): AbpError {
  return new AbpError(code, redactText(message), { details: { engine_status: status } });
}

/** The status of a failure that only the body of a response shows. */
export const BAD_GATEWAY = 502;

const STATUS_INSIDE: Partial<Record<ErrorCode, number>> = {
  backend_content_filtered: 400,
  backend_context_length: 400,
  backend_auth_failed: 401,
  backend_model_not_found: 404,
  backend_rate_limited: 429,
};

/** The status of an error that an engine put into a successful response. Clients retry a 5xx, so a refusal is none. */
export function statusInside(code: ErrorCode): number {
  return STATUS_INSIDE[code] ?? BAD_GATEWAY;
}

/** Errors that are detected here, so that their messages are ours. */
const OURS: ReadonlySet<ErrorCode> = new Set(["stream_closed", "capability_emulation_failed"]);

/** The error of an error event in a stream; an unknown code becomes `backend_unavailable`. */
export function streamError(code: string, message: string): AbpError {
  const known = errorCodes.find((one) => one === code) ?? "backend_unavailable";
  return OURS.has(known) ? new AbpError(known, message) : engineError(known, message, null);
}

/** The message that a receipt records: ours, or a neutral one in place of the engine's own. */
export function recordedMessage({ details, message }: AbpError): string {
  const status = details["engine_status"];
  if (status === undefined) return message;
  return status === null
    ? "the engine reported an error"
    : `the engine answered with status ${String(status)}`;
}
