import { type AgentConnection, configuredModels, type ProgramSettings } from "../../agents/index.ts";
import { executionMode, passthroughRequest, type WorkOrder } from "../../contract/index.ts";
import type { RunModels } from "../run-gateway.ts";

/** What a run's models depend on of its agent. */
export type AgentModels = Pick<
  AgentConnection,
  "ownModels" | "ownModelPatterns" | "sentNames" | "modelPlaces" | "environment" | "removed"
>;

/**
 * The models that a run may call: those that its order names, else those that its agent chooses by itself; and those that the
 * configuration or the variables of the order name for the agent's program.
 */
export function modelsOf(
  agent: AgentModels | undefined,
  order: WorkOrder,
  { env, args }: ProgramSettings = { env: {}, args: [] },
): RunModels {
  const named = namedModels(order);
  const program = { env: { ...env, ...order.config.env }, args };
  const configured =
    agent === undefined ? [] : configuredModels(agent, program, order.config.model ?? undefined);
  const sent = [...named, ...configured].flatMap((model) => [model, ...(agent?.sentNames?.(model) ?? [])]);
  const own = named.length === 0 ? agent : undefined;
  return { names: [...new Set([...sent, ...(own?.ownModels ?? [])])], patterns: own?.ownModelPatterns ?? [] };
}

function namedModels(order: WorkOrder): string[] {
  const requested = executionMode(order) === "passthrough" ? passthroughRequest(order).model : undefined;
  return [order.config.model, requested].filter((model) => model !== null && model !== undefined);
}
