import type { ExecutionMode } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { OpenRun } from "../../storage/index.ts";
import type { CallRequest } from "../request/call-request.ts";

/** The beginning of a call, which suffices for a receipt if the process ends. `startedAt` is in milliseconds since the epoch. */
export function beginningOf(
  runId: string,
  startedAt: number,
  request: CallRequest,
  engine: Engine,
  mode: ExecutionMode,
): OpenRun {
  return {
    runId,
    workOrderId: request.parentRun ?? runId,
    startedAt: new Date(startedAt),
    backendId: engine.name,
    mode,
    request: request.digest,
    facts: {
      dialect: request.dialect.id,
      engine: engine.name,
      caller: request.admission.caller.name,
      model: request.model ?? "",
    },
  };
}
