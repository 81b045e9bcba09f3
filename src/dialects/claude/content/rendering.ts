import { renderCode, renderMcpCall, renderMcpResult, renderOutput } from "../../hosted/rendering.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A unit of code execution, of an MCP server or of the advisor as text; undefined for any other unit. */
export function renderUnit(kind: string, value: Members): string | undefined {
  const { name, input, content } = value;
  switch (kind) {
    case "server_tool_use":
      if (name === "advisor") return renderAdvice(input);
      return typeof name === "string" && /code_execution$/.test(name) ? renderRun(input) : undefined;
    case "advisor_tool_result":
      return renderAdvised(isMembers(content) ? content : {});
    case "code_execution_tool_result":
    case "bash_code_execution_tool_result":
    case "text_editor_code_execution_tool_result": {
      const { stdout, stderr, return_code: exitCode, error_code: error } = isMembers(content) ? content : {};
      return renderOutput({ stdout, stderr, exitCode, error });
    }
    case "mcp_tool_use":
      return renderMcpCall(value["server_name"], name, input);
    case "mcp_tool_result":
      return renderMcpResult(textOf(content), value["is_error"] === true);
    default:
      return undefined;
  }
}

/** Whether a unit is code that the vendor ran for the model itself, or its output. */
export function isRun(kind: string, { name, caller }: Members): boolean {
  if (isMembers(caller) && caller["type"] !== "direct") return false;
  return kind === "server_tool_use"
    ? typeof name === "string" && /code_execution$/.test(name)
    : /^(?:\w+_)?code_execution_tool_result$/.test(kind);
}

function renderRun(input: unknown): string {
  const { code, command, path, ...more } = isMembers(input) ? input : {};
  if (typeof code === "string") return renderCode(code);
  if (typeof command === "string" && path === undefined) return renderCode(command);
  return renderCode(JSON.stringify({ command, path, ...more }), "json");
}

function renderAdvice(input: unknown): string {
  const asked = isMembers(input) && Object.keys(input).length > 0 ? `: ${JSON.stringify(input)}` : "";
  return `[The advisor was asked${asked}]`;
}

function renderAdvised({ text, error_code: error }: Members): string {
  if (typeof error === "string") return `[The advisor failed: ${error}]`;
  return typeof text === "string"
    ? `[The advisor answered]\n${text}`
    : "[The answer of the advisor is sealed and not part of the record]";
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((block) => (isMembers(block) && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}
