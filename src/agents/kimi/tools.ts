import type { AcpHook } from "../acp/acp-profile.ts";
import { type AcpToolCall, text } from "../acp/tool-calls.ts";
import { type DescribedTool, describeByName } from "../acp/tools.ts";
import { isJsonObject } from "../host/agent-line.ts";

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

/** Its hook names the model's id of a call. The id of the session update has the number of the turn before it. */
export const hook: AcpHook = {
  read: (question) => ({
    nativeName: text(question["tool_name"]) ?? "unknown",
    input: isJsonObject(question["tool_input"]) ? question["tool_input"] : {},
    id: text(question["tool_call_id"]) ?? "",
  }),
  isAbout: ({ id }, call) => id !== "" && (call.id === id || call.id.endsWith(`:${id}`)),
};
