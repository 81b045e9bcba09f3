import { basename } from "node:path";
import type { AgentTool } from "./agent-tool.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { kimi } from "./kimi.ts";
import { opencode } from "./opencode.ts";
import { sdk } from "./sdk.ts";

/** Every program that can be pointed at the gateway; the last stands for all that are not known by name. */
export const agentTools: readonly AgentTool[] = [claude, codex, gemini, opencode, copilot, kimi, sdk];

/** The tool of that name. */
export function findTool(name: string): AgentTool | undefined {
  return agentTools.find((tool) => tool.name === name);
}

/** The tool that a command starts, by the name of its executable. */
export function recogniseTool(command: string): AgentTool {
  const name = basename(command.replaceAll("\\", "/")).replace(/\.(exe|cmd|ps1|js|mjs)$/i, "");
  return agentTools.find((tool) => tool.executables.includes(name)) ?? sdk;
}
