import type { AgentConnection } from "../connection/agent-connection.ts";

/** The loop itself calls the gateway, so no program has to be pointed at it. */
export const engine: AgentConnection = {
  name: "engine",
  title: "Engine",
  executables: [],
  needsModel: true,
  simulatedModel: "sim-model",
  environment: () => ({}),
  removed: [],
  notes: ["Its calls are in the dialect of the engine, so that they pass the gateway unchanged."],
};
