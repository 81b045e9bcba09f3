import type { WorkOrder } from "../../../contract/index.ts";
import { withheldTools } from "../tools.ts";

/**
 * The arguments of Claude Code for a conversation. No settings of a user or of the repository are read, and no MCP servers but
 * those of the file. Messages come and go as lines of JSON, and permissions are asked for on the same streams.
 */
export function claudeArguments(
  { config }: Pick<WorkOrder, "config">,
  mcpFile: string | undefined,
): readonly string[] {
  return [
    "-p",
    ...["--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
    ...["--include-partial-messages", "--replay-user-messages"],
    ...["--permission-prompt-tool", "stdio", "--permission-mode", "default"],
    ...["--setting-sources", "", "--strict-mcp-config"],
    ...["--disallowedTools", withheldTools.join(",")],
    ...(mcpFile === undefined ? [] : ["--mcp-config", mcpFile]),
    ...(typeof config.model === "string" ? ["--model", config.model] : []),
    ...(typeof config.max_turns === "number" ? ["--max-turns", `${config.max_turns}`] : []),
  ];
}

/** The arguments that name the conversation to go on with. */
export function resumeArguments({ resume }: Pick<WorkOrder, "resume">): readonly string[] {
  return [
    ...(resume === undefined ? [] : ["--resume", resume.session]),
    ...(resume?.fork === true ? ["--fork-session"] : []),
  ];
}
