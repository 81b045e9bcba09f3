import type { Agent } from "./agent.ts";
import { type AgentCommand, findAgentCommand } from "./connection/agent-command.ts";
import type { AgentConnection } from "./connection/agent-connection.ts";
import { sdk } from "./connection/sdk.ts";
import { agentModules } from "./modules.ts";
import { agentNames } from "./names/index.ts";

/** Every agent that has a host. */
export const agents: readonly Agent[] = agentNames.map((name) => agentModules[name]);

export function findAgent(name: string): Agent | undefined {
  return agents.find((agent) => agent.name === name);
}

/** How each supported program is pointed at the gateway. The last one is used for all programs that are not known by name. */
export const agentConnections: readonly AgentConnection[] = [
  // A host for any program of a kind has no program of its own.
  ...agents.filter((agent) => agent.installation !== undefined).map((agent) => agent.connection),
  sdk,
];

export function findConnection(name: string): AgentConnection | undefined {
  return agentConnections.find((connection) => connection.name === name);
}

/** Finds the agent that a command starts, also within wrappers; undefined if it starts none that is known. */
export function findCommand(words: readonly string[]): AgentCommand | undefined {
  return findAgentCommand(words, agentConnections);
}
