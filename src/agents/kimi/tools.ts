import type { AcpToolCall } from "../acp/tool-calls.ts";
import { type DescribedTool, describeByName } from "../acp/tools.ts";

/** Where Kimi Code's names differ from the contract's. Tools of MCP servers have the same names in both. */
const names: Readonly<Record<string, string>> = {
  ReadMediaFile: "Read",
  FetchURL: "WebFetch",
  Agent: "Task",
};

/** Kimi Code announces a call with the name of the tool as its title. */
export function describeTool(call: AcpToolCall): DescribedTool {
  return describeByName(call, call.firstTitle, names);
}
