import type { Dialect } from "../../dialects/index.ts";
import { findHeader } from "../../lib/index.ts";

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
