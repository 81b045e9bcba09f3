/** Runs agents and other programs with their calls going to the gateway. */
export type {
  AgentFile,
  AgentTool,
  GatewayConnection,
} from "./agent-tool.ts";
export { type ChildCommand, runChild } from "./child.ts";
export { writeAgentFiles } from "./files.ts";
export { type Launch, launchEnvironment, prepareLaunch, requireModel } from "./launch.ts";
export { agentTools, findTool, recogniseTool } from "./registry.ts";
export { renderShell, type ShellName } from "./shell.ts";
