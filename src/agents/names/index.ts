/**
 * The agents that have a program of their own. Each name is also that of the agent's folder, and of the folder of its host in
 * `hosts/`. To add an agent, add both folders and its name here, then run `npm run generate`. The order is that of every list.
 *
 * This file imports nothing, so that the command line can list the names without loading the agents.
 */
const agentPrograms = ["claude", "codex", "gemini", "opencode", "copilot", "kimi"] as const;

/** Every agent that has a host. The last ones have no program of their own: they drive any program of a kind, or are the agent. */
export const agentNames = [...agentPrograms, "engine", "acp", "jsonl"] as const;

export type AgentName = (typeof agentNames)[number];

/** The programs that can be pointed at the gateway by name; `sdk` stands for any program that uses a vendor's SDK. */
export const connectionNames = [...agentPrograms, "sdk"] as const;
