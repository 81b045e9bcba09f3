import { requireModel } from "../../../agents/index.ts";
import type { Backend } from "../../../backends/index.ts";
import type { WorkOrder } from "../../../contract/index.ts";
import type { ResumedRun } from "./resumed-run.ts";

/**
 * The order as a backend gets it. One that continues an earlier run goes on with its conversation, and with its model unless it
 * names another one. Throws the backend's fault, such as `agent_not_installed`, and `usage_invalid` where the agent needs a model
 * and the order names none.
 */
export function orderFor(
  backend: Pick<Backend, "agent" | "findFault">,
  order: WorkOrder,
  resumed?: ResumedRun,
): WorkOrder {
  const fault = backend.findFault?.();
  if (fault !== undefined) throw fault;
  const model = order.config.model ?? resumed?.model;
  if (backend.agent !== undefined) requireModel(backend.agent.connection, model);
  return {
    ...order,
    ...(model === undefined ? {} : { config: { ...order.config, model } }),
    ...(resumed === undefined ? {} : { resume: resumed.resume }),
  };
}
