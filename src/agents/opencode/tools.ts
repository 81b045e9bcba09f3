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
export function describeTool(call: AcpToolCall, servers: readonly string[]): DescribedTool {
  const native = call.firstTitle;
  const server = servers.find((one) => native.startsWith(`${plain(one)}_`));
  if (server === undefined) return describeByName(call, native, names);
  return describeByName(call, native, { [native]: `mcp__${server}__${native.slice(server.length + 1)}` });
}

/** OpenCode writes other characters of a server's name as `_`. */
function plain(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/g, "_");
}
