import type { AcpToolCall } from "../acp/tool-calls.ts";
import { type DescribedTool, describeByName } from "../acp/tools.ts";

const names: Readonly<Record<string, string>> = {
  read_file: "Read",
  read_many_files: "Read",
  write_file: "Write",
  replace: "Edit",
  run_shell_command: "Bash",
  glob: "Glob",
  list_directory: "Glob",
  grep_search: "Grep",
  search_file_content: "Grep",
  google_web_search: "WebSearch",
  web_fetch: "WebFetch",
};

/** Gemini CLI names the tool only in the id of the call: `<tool>__<id>`. It sends no input; titles and paths take its place. */
export function describeTool(call: AcpToolCall): DescribedTool {
  const end = call.id.lastIndexOf("__");
  return describeByName(call, end > 0 ? call.id.slice(0, end) : call.firstTitle, names);
}
