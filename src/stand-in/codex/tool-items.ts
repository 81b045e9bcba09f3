import { isObject, textMember } from "../lines/json-lines.ts";
import type { AnnouncedTool } from "../tools/announced-tools.ts";

/** The end of a tool, with what it did if that was reported. */
export interface ToolEnd {
  readonly output: unknown;
  readonly isError: boolean;
  readonly exitCode?: number | null | undefined;
  readonly changes?: readonly { readonly path: string; readonly summary: string }[];
}

/** The item of a tool that begins. Undefined for file changes, which Codex only reports when they are done. */
export function startedItem(tool: AnnouncedTool, backend: string): object | undefined {
  const { id, name, input } = tool;
  switch (kindOf(name)) {
    case "command":
      return {
        id,
        type: "command_execution",
        command: commandOf(input),
        aggregated_output: "",
        status: "in_progress",
      };
    case "change":
      return undefined;
    case "search":
      return { id, type: "web_search", query: member(input, "query") };
    case "other":
      return {
        id,
        type: "mcp_tool_call",
        ...serverAndTool(name, backend),
        arguments: input,
        status: "in_progress",
      };
  }
}

/** The item of a tool that has ended. */
export function completedItem(tool: AnnouncedTool, end: ToolEnd, backend: string): object {
  const { id, name, input } = tool;
  const status = end.isError ? "failed" : "completed";
  switch (kindOf(name)) {
    case "command":
      return {
        id,
        type: "command_execution",
        command: commandOf(input),
        aggregated_output: textOf(end.output),
        exit_code: end.exitCode ?? (end.isError ? 1 : 0),
        status,
      };
    case "change":
      return { id, type: "file_change", changes: changesOf(name, input, end), status };
    case "search":
      return { id, type: "web_search", query: member(input, "query") };
    case "other": {
      const call = { id, type: "mcp_tool_call", ...serverAndTool(name, backend), arguments: input, status };
      if (end.isError) return { ...call, error: { message: textOf(end.output) } };
      const content = [{ type: "text", text: textOf(end.output) }];
      return { ...call, result: { content, structured_content: null } };
    }
  }
}

function kindOf(name: string): "command" | "change" | "search" | "other" {
  if (name === "Bash") return "command";
  if (name === "Write" || name === "Edit") return "change";
  return name === "WebSearch" ? "search" : "other";
}

/** Tools that are not of an MCP server are shown under the name of the backend. */
function serverAndTool(name: string, backend: string): { server: string; tool: string } {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(name) ?? [];
  return server === undefined || tool === undefined ? { server: backend, tool: name } : { server, tool };
}

function changesOf(name: string, input: unknown, { changes }: ToolEnd): readonly object[] {
  if (changes !== undefined) return changes.map(({ path, summary }) => ({ path, kind: changeKind(summary) }));
  const path = member(input, "file_path");
  return path === "" ? [] : [{ path, kind: name === "Write" ? "add" : "update" }];
}

function changeKind(summary: string): "add" | "delete" | "update" {
  if (/^(created|added|written)/i.test(summary)) return "add";
  return /^(deleted|removed)/i.test(summary) ? "delete" : "update";
}

function commandOf(input: unknown): string {
  return member(input, "command");
}

function member(input: unknown, name: string): string {
  return isObject(input) ? (textMember(input, name) ?? "") : "";
}

function textOf(output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}
