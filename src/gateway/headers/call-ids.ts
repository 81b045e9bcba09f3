import type { ExecutionMode } from "../../contract/index.ts";
import type { Dialect } from "../../dialects/index.ts";
import { findHeader } from "../../lib/index.ts";
import { headerText } from "./header-text.ts";

/** The header that says whether an answer was translated. */
export const MODE = "x-abp-mode";

/**
 * Adds the ids of a call to the headers of its answer. The run's id is also the id of the request if the engine sent
 * none, because the vendors' SDKs show that header only; an engine's own is left alone.
 */
export function addCallIds(
  headers: string[],
  { transport }: Pick<Dialect, "transport">,
  runId: string,
): string[] {
  headers.push("x-abp-run-id", runId);
  if (findHeader(headers, transport.requestId) === undefined) headers.push(transport.requestId, runId);
  return headers;
}

/** What an answer shows of the engine that gives it. */
export interface EngineAnswer {
  readonly mode: ExecutionMode;
  readonly engine: { readonly name: string; readonly isSimulated: boolean };
  readonly isFallback?: boolean;
}

/**
 * Adds the headers of every answer that an engine gives: whether it was translated, the ids of the call, the engine if it took
 * over, and a simulation.
 */
export function addEngineHeaders(
  headers: string[],
  dialect: Pick<Dialect, "transport">,
  runId: string,
  { mode, engine: { name, isSimulated }, isFallback = false }: EngineAnswer,
): string[] {
  headers.push(MODE, mode);
  addCallIds(headers, dialect, runId);
  if (isFallback) headers.push("x-abp-fallback", headerText(name));
  if (isSimulated) headers.push("x-abp-simulated", "true");
  return headers;
}
