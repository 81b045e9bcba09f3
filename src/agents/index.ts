/** Real agents: what they are, how they are installed, pointed at the gateway and driven. */
export type { Agent, AgentInstallation, EvidencedCapability } from "./agent.ts";
export type { AgentCommand } from "./connection/agent-command.ts";
export {
  type AgentConnection,
  type AgentFile,
  callDialect,
  type GatewayConnection,
  spokenDialects,
} from "./connection/agent-connection.ts";
export { writeAgentFiles } from "./connection/agent-files.ts";
export { configuredModels, type ProgramSettings } from "./connection/configured-models.ts";
export { type Launch, launchEnvironment, prepareLaunch } from "./connection/launch.ts";
export { engineAgent } from "./engine/agent.ts";
export { SETTINGS_VARIABLE } from "./engine/settings.ts";
export { agentCommand, type Command } from "./host/agent-command.ts";
export { JsonRpcError, JsonRpcPeer, METHOD_NOT_FOUND } from "./host/json-rpc-peer.ts";
export {
  type AgentPlaces,
  type AgentProgram,
  findAgentProgram,
  findProgram,
  notInstalled,
  programDirectories,
} from "./installation/find-program.ts";
export { type InstalledAgent, installAgent, type RunCommand } from "./installation/install.ts";
export { runCommand } from "./installation/run-command.ts";
export type { ModelFacts } from "./model-facts.ts";
export { agentConnections, agents, findAgent, findCommand, findConnection } from "./registry.ts";
export type { LeftOutPlace, RepositorySettings, SwitchedOffPlace } from "./repository-settings.ts";
