import { basename } from "node:path";
import type { AgentTool } from "./agent-tool.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { gemini } from "./gemini.ts";
import { kimi } from "./kimi.ts";
import { opencode } from "./opencode.ts";
import { sdk } from "./sdk.ts";

/** Every supported program. The last one is used for all programs that are not known by name. */
export const agentTools: readonly AgentTool[] = [claude, codex, gemini, opencode, copilot, kimi, sdk];

export function findTool(name: string): AgentTool | undefined {
  return agentTools.find((tool) => tool.name === name);
}

/** Finds the program that a command starts, by the name of its executable. */
export function recogniseTool(command: string): AgentTool {
  const name = basename(command.replaceAll("\\", "/")).replace(/\.(exe|cmd|ps1|js|mjs)$/i, "");
  return agentTools.find((tool) => tool.executables.includes(name)) ?? sdk;
}
