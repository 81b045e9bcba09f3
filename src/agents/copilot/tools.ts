import { isDeepStrictEqual } from "node:util";
import type { AcpHook } from "../acp/acp-profile.ts";
import { type AcpToolCall, text } from "../acp/tool-calls.ts";
import { type DescribedTool, describeByKind, describeByName } from "../acp/tools.ts";
import { isJsonObject } from "../host/agent-line.ts";

const names: Readonly<Record<string, string>> = {
  view: "Read",
  create: "Write",
  edit: "Edit",
  str_replace_editor: "Edit",
  apply_patch: "Edit",
  bash: "Bash",
  write_bash: "Bash",
  grep: "Grep",
  rg: "Grep",
  glob: "Glob",
  web_fetch: "WebFetch",
  web_search: "WebSearch",
  task: "Task",
};

/** Copilot CLI names a tool only in its hook, whose name replaces the title. */
export function describeTool(call: AcpToolCall): DescribedTool {
  return names[call.firstTitle] === undefined
    ? describeByKind(call)
    : describeByName(call, call.firstTitle, names);
}

/** Its hook names no call, so the arguments tell which one it is. */
export const hook: AcpHook = {
  read: (question) => ({
    nativeName: text(question["toolName"]) ?? "unknown",
    input: isJsonObject(question["toolArgs"]) ? question["toolArgs"] : {},
    id: "",
  }),
  isAbout: ({ input }, call) => isDeepStrictEqual(input, call.input),
};
