import { AbpError, type ErrorCode, errorCodes } from "../../contract/index.ts";
import { redactText } from "../../lib/index.ts";

/**
 * An error in an engine's own words. The caller may read them; they are not recorded, because engines repeat prompts
 * and keys in them.
 */
export function engineError(code: ErrorCode, message: string, status: number | null): AbpError {
  return new AbpError(code, redactText(message), { details: { engine_status: status } });
}

/** The error that a stream carries, by whatever name it gives it. */
export function streamError(code: string, message: string): AbpError {
  const known = errorCodes.find((one) => one === code) ?? "backend_unavailable";
  // That a stream lacks its end is found out and said by us.
  return known === "stream_closed" ? new AbpError(known, message) : engineError(known, message, null);
}

/** What a receipt says of an error: our own words, and of an engine's words only that there were some. */
export function recordedMessage({ details, message }: AbpError): string {
  const status = details["engine_status"];
  if (status === undefined) return message;
  return status === null
    ? "the engine reported an error"
    : `the engine answered with status ${String(status)}`;
}
