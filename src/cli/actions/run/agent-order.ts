import type { AgentConnection } from "../../../agents/index.ts";
import type { Backend } from "../../../backends/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import type { ResumedRun } from "./resumed-run.ts";

/** Chooses the model of an agent, where `named` is undefined. Throws `usage_invalid` where there is none for it. */
export type ChooseModel = (tool: AgentConnection, named: string | undefined) => Promise<string | undefined>;

/**
 * The order as a backend gets it. One that continues an earlier run goes on with its conversation, and with its model unless it
 * names another one. Throws the backend's fault, such as `agent_not_installed`, and `usage_invalid` where the agent needs a model
 * and the order names none.
 */
export async function orderFor(
  backend: Pick<Backend, "agent" | "findFault">,
  order: WorkOrder,
  resumed: ResumedRun | undefined,
  chooseModel: ChooseModel,
): Promise<WorkOrder> {
  const fault = backend.findFault?.();
  if (fault !== undefined) throw fault;
  const named = order.config.model ?? resumed?.model ?? undefined;
  const model = backend.agent === undefined ? named : await chooseModel(backend.agent.connection, named);
  return {
    ...order,
    ...(model === undefined ? {} : { config: { ...order.config, model } }),
    ...(resumed === undefined ? {} : { resume: resumed.resume }),
  };
}
