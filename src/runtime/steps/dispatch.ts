import type { Backend, BackendSession, OpenContext, RunContext, RunReport } from "../../backends/index.ts";
import type { AgentEvent, WorkOrder } from "../../contract/index.ts";
import type { Stage } from "../../workspace/index.ts";
import type { RunControl } from "../ending/run-control.ts";

/** Starts the backend. A session that opens after the run has ended is closed at once. */
export async function openSession(
  backend: Pick<Backend, "open">,
  context: Omit<OpenContext, "signal">,
  control: RunControl,
  released?: AbortSignal,
): Promise<BackendSession> {
  const session = await backend.open({ ...context, signal: control.signal });
  killWhenHalted(session, control, released);
  return session;
}

/** Kills a session with its run, until the session is released from it. */
export function killWhenHalted(
  session: Pick<BackendSession, "kill">,
  { halted }: RunControl,
  released?: AbortSignal,
): void {
  const kill = () => session.kill();
  halted.addEventListener("abort", kill, released === undefined ? {} : { signal: released });
  if (halted.aborted) kill();
}

/**
 * Hands the order to the backend. Its workspace is the stage, as an absolute path. In passthrough nothing else is changed, and
 * nothing at all if the workspace is not staged.
 */
export function dispatchOrder(
  session: Pick<BackendSession, "run">,
  order: WorkOrder,
  stage: Pick<Stage, "root" | "isolation"> | undefined,
  context: Omit<RunContext, "workOrder">,
): AsyncGenerator<readonly AgentEvent[], RunReport> {
  const isKept = stage === undefined || (context.mode === "passthrough" && stage.isolation === "none");
  const workOrder = isKept ? order : { ...order, workspace: { ...order.workspace, root: stage.root } };
  return session.run({ ...context, workOrder });
}
