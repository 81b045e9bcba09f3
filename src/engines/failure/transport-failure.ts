import { AbpError, type ErrorCode } from "../../contract/index.ts";
import { HTTPParserError } from "../connection/undici.ts";

/** Progress of a call when it failed: without a connection, sent but not answered, or within the answer. */
export type CallPhase = "connecting" | "waiting" | "answering";

export interface TimeLimits {
  readonly connectMs: number;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly totalMs: number;
}

const LIMITS = {
  connectMs: ["connect_timeout_ms", "could not be connected to"],
  firstByteMs: ["first_byte_timeout_secs", "did not begin to answer"],
  idleMs: ["idle_timeout_secs", "was silent in the middle of its answer"],
  totalMs: ["total_timeout_secs", "did not finish its answer"],
} as const;

/** The error of a passed time limit. It names the setting. */
export function timeoutError(engine: string, limit: keyof TimeLimits, ms: number, cause?: unknown): AbpError {
  const [key, what] = LIMITS[limit];
  return new AbpError(
    "backend_timeout",
    `engine ${JSON.stringify(engine)} ${what} within ${describeTime(ms)} (${key})`,
    {
      details: { engine, limit: key, limit_ms: ms },
      cause,
    },
  );
}

/** The error of an engine that does not read on within the body that it is sent. */
export function uploadTimeout(engine: string, ms: number): AbpError {
  return new AbpError(
    "backend_timeout",
    `engine ${JSON.stringify(engine)} did not take more of the request's body within ${describeTime(ms)} (idle_timeout_secs)`,
    { details: { engine, limit: "idle_timeout_secs", limit_ms: ms } },
  );
}

/** An error with the engine's name, what happened and a short reason, but without the engine's address. */
export function engineError(
  code: ErrorCode,
  engine: string,
  what: string,
  options: { reason?: string | undefined; cause?: unknown; advice?: string } = {},
): AbpError {
  const { reason, cause, advice } = options;
  return new AbpError(code, `engine ${JSON.stringify(engine)} ${what}`, {
    details: reason === undefined ? { engine } : { engine, reason },
    cause,
    ...(advice !== undefined ? { advice } : isSilent(code) ? { advice: ENGINE_ADVICE } : {}),
  });
}

/** What to do about an engine that does not answer. */
export const ENGINE_ADVICE =
  "`abp engines --check` asks every engine whether it answers; try again later, or name another one.";

function isSilent(code: ErrorCode): boolean {
  return code === "backend_unavailable" || code === "backend_timeout";
}

/** Returns the code of an error of the network or of undici. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code === "string") return code;
  // undici sets no code for a malformed answer.
  return error instanceof HTTPParserError ? "HPE_INVALID" : undefined;
}

/** Describes why a connection failed. undici's own messages name addresses and ports, so they become the cause only. */
export function describeFailure(
  engine: string,
  error: unknown,
  phase: CallPhase,
  connectMs: number,
): AbpError {
  if (AbpError.is(error)) return error;
  const reason = errorCode(error);
  const options = { reason, cause: error };
  switch (reason) {
    case undefined:
      return engineError("internal", engine, "was given up because its answer could not be handled", options);
    case "ABP_ADDRESS_DENIED":
      return addressDenied(engine, error);
    case "UND_ERR_CONNECT_TIMEOUT":
      return timeoutError(engine, "connectMs", connectMs, error);
    case "UND_ERR_INVALID_ARG":
    case "UND_ERR_NOT_SUPPORTED":
      return engineError("request_malformed", engine, "cannot be sent these headers", options);
    case "UND_ERR_DESTROYED":
    case "UND_ERR_CLOSED":
      return engineError("backend_unavailable", engine, "was closed", options);
  }
  if (phase === "answering")
    return engineError("stream_closed", engine, "broke off in the middle of its answer", options);
  const what = phase === "waiting" ? describeSilence(reason) : describeRefusal(reason);
  return engineError("backend_unavailable", engine, what, options);
}

/** The error of an engine whose address class its settings do not allow. */
export function addressDenied(engine: string, cause?: unknown): AbpError {
  return engineError("engine_address_denied", engine, "is at an address that may not be connected to", {
    cause,
  });
}

function describeSilence(code: string): string {
  return code.startsWith("HPE_") || code === "UND_ERR_HEADERS_OVERFLOW"
    ? "answered with something that is not proper HTTP"
    : "closed the connection before it answered";
}

function describeRefusal(code: string): string {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EAI_FAIL" || code === "ENODATA")
    return "cannot be reached: its host name was not resolved";
  if (code === "ECONNREFUSED") return "cannot be reached: the connection was refused";
  if (/CERT|TLS|SSL|UNABLE_TO|SELF_SIGNED|EPROTO/.test(code))
    return "cannot be reached: no secure connection came about";
  return "cannot be reached: the connection failed";
}

function describeTime(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000} s` : `${ms} ms`;
}
