import type { Engine } from "../../engines/index.ts";
import type { CallRequest } from "../request/call-request.ts";

/**
 * Whether the gateway keeps the answer to this request, so that later calls can continue it. An engine of the same
 * dialect that keeps responses itself does it alone.
 */
export function keepsAnswer(request: CallRequest, engine: Engine): boolean {
  const { dialect, admission } = request;
  if (request.thread !== undefined) return keepsThreads(request, engine);
  if (request.conversation !== undefined) return dialect.state?.isKept(request.stateMembers) === true;
  if (dialect.state === undefined || admission.recognised.endpoint.operation !== "generate") return false;
  if (engine.dialect === dialect && (engine.keepsResponses || !request.isReadableFor(engine))) return false;
  return dialect.state.isKept(request.value);
}

/** Whether the gateway keeps the threads of this request. A vendor's own endpoint keeps them itself. */
export function keepsThreads({ dialect }: CallRequest, engine: Engine): boolean {
  return dialect.threads !== undefined && (engine.dialect !== dialect || engine.isSimulated);
}
