import type { LogLevel } from "./log-level.ts";

/** The facts that the log records about one finished call. */
export interface CallLogEntry {
  /** Name of the caller's key; empty without keys. */
  readonly key: string;
  /** The caller's dialect. */
  readonly dialect: string;
  /** Name of the engine that answered; empty if the call was refused before an engine was chosen. */
  readonly engine: string;
  readonly requestedModel?: string | undefined;
  readonly servedModel?: string | undefined;
  readonly mode: "passthrough" | "mapped";
  /** HTTP status that the caller received. */
  readonly status?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly costUsd?: number | undefined;
  /** Time from the request to the first byte of the answer. */
  readonly firstByteMs?: number | undefined;
  readonly durationMs: number;
  /** Number of features that the translation could not carry. */
  readonly losses: number;
  readonly runId: string;
  /** Names of the engines that failed before this one, in order. */
  readonly fallbackFrom?: readonly string[] | undefined;
  readonly error?: { readonly code: string; readonly where?: string | undefined } | undefined;
  /** The tools that the model called against the policy, in an answer that passed through unchanged. */
  readonly violations?: readonly string[] | undefined;
}

/** The outcome of a call, from the gateway's point of view. */
export type CallOutcome = "call finished" | "call refused" | "call failed" | "caller left";

/** Classifies a call: refused (the request is at fault), failed (engine or gateway at fault), left, or finished. */
export function outcomeOf({ status, error }: CallLogEntry): CallOutcome {
  if (error?.code === "client_gone") return "caller left";
  if (status !== undefined && status >= 500) return "call failed";
  if (error === undefined) return "call finished";
  return error.where !== undefined || (status !== undefined && status >= 400)
    ? "call refused"
    : "call failed";
}

/** Failed and refused calls, and violations of the policy, are warnings. */
export function levelOf(outcome: CallOutcome, violations: readonly string[] = []): LogLevel {
  return outcome === "call failed" || outcome === "call refused" || violations.length > 0 ? "warn" : "info";
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Prepares a run id for the log. Each call has a new one, so the UUIDs that the gateway makes skip the costly redaction. */
export function showRunId(runId: string, show: (text: string) => string): string {
  return UUID.test(runId) ? runId : show(runId);
}
