import type { AgentConnection } from "../../../agents/index.ts";
import type { Backend } from "../../../backends/index.ts";
import { executionMode, passthroughRequest, type WorkOrder } from "../../../contract/index.ts";
import type { ResumedRun } from "./resumed-run.ts";

/**
 * Chooses the model of an agent, where `named` is undefined. `engine` is the backend's own, for users who name none. Throws
 * `usage_invalid` where there is none for it.
 */
export type ChooseModel = (
  tool: AgentConnection,
  named: string | undefined,
  engine?: string | undefined,
) => Promise<string | undefined>;

/**
 * The order as a backend gets it. One that continues an earlier run goes on with its conversation, and with its model unless it
 * names another one. Throws the backend's fault, such as `agent_not_installed`, and `usage_invalid` where the agent needs a model
 * and the order names none.
 */
export async function orderFor(
  backend: Pick<Backend, "agent" | "findFault" | "engine" | "model">,
  order: WorkOrder,
  resumed: ResumedRun | undefined,
  chooseModel: ChooseModel,
): Promise<WorkOrder> {
  const fault = backend.findFault?.();
  if (fault !== undefined) throw fault;
  const { agent, engine } = backend;
  const named = order.config.model ?? requestedModel(order) ?? resumed?.model ?? backend.model;
  const model = agent === undefined ? named : await chooseModel(agent.connection, named, engine);
  return {
    ...order,
    ...(model === undefined ? {} : { config: { ...order.config, model } }),
    ...(resumed === undefined ? {} : { resume: resumed.resume }),
  };
}

/** The model that the caller's own request names. */
function requestedModel(order: WorkOrder): string | undefined {
  return executionMode(order) === "passthrough" ? passthroughRequest(order).model : undefined;
}
