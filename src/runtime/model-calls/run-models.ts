import type { AgentConnection } from "../../agents/index.ts";
import { executionMode, passthroughRequest, type WorkOrder } from "../../contract/index.ts";
import type { RunModels } from "../run-gateway.ts";

/** What a run's models depend on of its agent. */
export type AgentModels = Pick<AgentConnection, "ownModels" | "ownModelPatterns" | "sentNames">;

/** The models that a run may call: those that its order names, else those that its agent chooses by itself. */
export function modelsOf(agent: AgentModels | undefined, order: WorkOrder): RunModels {
  const named = namedModels(order);
  if (named.length === 0) return { names: agent?.ownModels ?? [], patterns: agent?.ownModelPatterns ?? [] };
  const names = named.flatMap((model) => [model, ...(agent?.sentNames?.(model) ?? [])]);
  return { names: [...new Set(names)], patterns: [] };
}

function namedModels(order: WorkOrder): string[] {
  const requested = executionMode(order) === "passthrough" ? passthroughRequest(order).model : undefined;
  return [order.config.model, requested].filter((model) => model !== null && model !== undefined);
}
