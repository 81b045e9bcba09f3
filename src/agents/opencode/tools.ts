import type { AcpToolCall } from "../acp/tool-calls.ts";
import { type DescribedTool, describeByName } from "../acp/tools.ts";

const names: Readonly<Record<string, string>> = {
  read: "Read",
  write: "Write",
  edit: "Edit",
  multiedit: "Edit",
  apply_patch: "Edit",
  patch: "Edit",
  bash: "Bash",
  glob: "Glob",
  grep: "Grep",
  list: "Glob",
  webfetch: "WebFetch",
  websearch: "WebSearch",
  task: "Task",
};

/** OpenCode announces a call with the name of the tool as its title. A tool of an MCP server is `<server>_<tool>`. */
export function describeTool(call: AcpToolCall): DescribedTool {
  return describeByName(call, call.firstTitle, names);
}
