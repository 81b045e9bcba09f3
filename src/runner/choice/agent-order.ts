import type { AgentConnection } from "../../agents/index.ts";
import type { Backend } from "../../backends/index.ts";
import { executionMode, passthroughRequest, type WorkOrder } from "../../contract/index.ts";
import type { ResumedRun } from "./resumed-run.ts";

/** The engine and the model of an agent's calls, as far as they are not left to the models' names and to the agent. */
export interface ChosenCalls {
  readonly engine: string | undefined;
  readonly model: string | undefined;
}

/**
 * Chooses engine and model for an agent; `named` is the model that the user named, and `engine` the backend's own, for users who
 * name none. Throws `usage_invalid` if the agent needs a model and there is none.
 */
export type ChooseCalls = (
  tool: AgentConnection,
  named: string | undefined,
  engine?: string | undefined,
) => Promise<ChosenCalls>;

/** An order as a backend gets it, and the engine for its calls; undefined if the models' names decide. */
export interface BackendOrder {
  readonly order: WorkOrder;
  readonly engine: string | undefined;
}

/**
 * The order as a backend gets it. One that continues an earlier run goes on with its conversation, and with its model unless it
 * names another one. Throws the backend's fault, such as `agent_not_installed`, and `usage_invalid` if the agent needs a model
 * and the order names none.
 */
export async function orderFor(
  backend: Pick<Backend, "agent" | "findFault" | "engine" | "model">,
  order: WorkOrder,
  resumed: Pick<ResumedRun, "model" | "resume"> | undefined,
  chooseCalls: ChooseCalls,
): Promise<BackendOrder> {
  const fault = backend.findFault?.();
  if (fault !== undefined) throw fault;
  const { agent } = backend;
  const named = order.config.model ?? requestedModel(order) ?? resumed?.model ?? backend.model;
  const { engine, model } =
    agent === undefined
      ? { engine: undefined, model: named }
      : await chooseCalls(agent.connection, named, backend.engine);
  return {
    engine,
    order: {
      ...order,
      ...(model === undefined ? {} : { config: { ...order.config, model } }),
      ...(resumed === undefined ? {} : { resume: resumed.resume }),
    },
  };
}

/** The model that the caller's own request names. */
function requestedModel(order: WorkOrder): string | undefined {
  return executionMode(order) === "passthrough" ? passthroughRequest(order).model : undefined;
}
