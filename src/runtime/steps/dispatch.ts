import type { Backend, BackendSession, OpenContext, RunContext, RunReport } from "../../backends/index.ts";
import type { AgentEvent, WorkOrder } from "../../contract/index.ts";
import type { RunControl } from "../ending/run-control.ts";

/** Starts the backend. A session that opens after the run has ended is closed at once. */
export async function openSession(
  backend: Pick<Backend, "open">,
  context: Omit<OpenContext, "signal">,
  control: RunControl,
): Promise<BackendSession> {
  const session = await backend.open({ ...context, signal: control.signal });
  control.killed.addEventListener("abort", () => session.kill(), { once: true });
  if (control.killed.aborted) session.kill();
  return session;
}

/** Hands the order to the backend. In mapped mode its workspace is the stage; in passthrough nothing else is changed either. */
export function dispatchOrder(
  session: Pick<BackendSession, "run">,
  order: WorkOrder,
  stagedRoot: string | undefined,
  context: Omit<RunContext, "workOrder">,
): AsyncGenerator<readonly AgentEvent[], RunReport> {
  const workOrder =
    stagedRoot === undefined ? order : { ...order, workspace: { ...order.workspace, root: stagedRoot } };
  return session.run({ ...context, workOrder });
}
