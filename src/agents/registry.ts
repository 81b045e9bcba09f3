import { basename } from "node:path";
import { acpAgent } from "./acp/agent.ts";
import type { Agent } from "./agent.ts";
import { claudeAgent } from "./claude/agent.ts";
import { codexAgent } from "./codex/agent.ts";
import type { AgentConnection } from "./connection/agent-connection.ts";
import { sdk } from "./connection/sdk.ts";
import { copilotAgent } from "./copilot/agent.ts";
import { geminiAgent } from "./gemini/agent.ts";
import { jsonlAgent } from "./jsonl/agent.ts";
import { kimiAgent } from "./kimi/agent.ts";
import { opencodeAgent } from "./opencode/agent.ts";

/** Every agent that has a host. */
export const agents: readonly Agent[] = [
  claudeAgent,
  codexAgent,
  geminiAgent,
  opencodeAgent,
  copilotAgent,
  kimiAgent,
  acpAgent,
  jsonlAgent,
];

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

/** Finds the program that a command starts, by the name of its executable. */
export function recogniseProgram(command: string): AgentConnection {
  const name = basename(command.replaceAll("\\", "/")).replace(/\.(exe|cmd|ps1|js|mjs)$/i, "");
  return agentConnections.find((connection) => connection.executables.includes(name)) ?? sdk;
}
