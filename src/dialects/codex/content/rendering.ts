import { renderCode, renderMcpCall, renderMcpResult, renderOutput } from "../../hosted/rendering.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** An item of code execution, of an MCP server or of an image as text; undefined for any other item. */
export function renderUnit(kind: string, value: Members): string | undefined {
  switch (kind) {
    case "code_interpreter_call":
      return renderInterpreter(value);
    case "mcp_call": {
      const { server_label: server, name, arguments: given, output, error } = value;
      const call = renderMcpCall(server, name, given);
      if (error !== undefined && error !== null) {
        const text = typeof error === "string" ? error : JSON.stringify(error);
        return `${call}\n${renderMcpResult(text, true)}`;
      }
      return typeof output === "string" ? `${call}\n${renderMcpResult(output, false)}` : call;
    }
    case "image_generation_call": {
      const { revised_prompt: prompt } = value;
      const told = typeof prompt === "string" && prompt !== "" ? `: ${prompt}` : "";
      return `[An image was generated here${told}. The image itself is not part of the record]`;
    }
    default:
      return undefined;
  }
}

function renderLogs(output: unknown): string[] {
  if (!isMembers(output)) return [];
  const { logs, type, url } = output;
  if (typeof logs === "string") return [logs];
  if (type !== "image") return [];
  const isAddress = typeof url === "string" && /^https?:/.test(url);
  return [isAddress ? `[Image: ${url}]` : "[An image, which is not part of the record]"];
}

function renderInterpreter({ code, outputs }: Members): string {
  const run = renderCode(typeof code === "string" ? code : "", "python");
  const logs = (Array.isArray(outputs) ? outputs : []).flatMap(renderLogs);
  return logs.length === 0 ? run : `${run}\n${renderOutput({ stdout: logs.join("\n") })}`;
}
