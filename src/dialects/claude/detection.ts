import type { RequestHint } from "../endpoints/transport.ts";
import { isMembers, type Members } from "../members/members.ts";

const ownMembers = [
  "thinking",
  "anthropic_version",
  "stop_sequences",
  "mcp_servers",
  "context_management",
  "top_k",
];
const ownBlocks = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "document",
  "server_tool_use",
]);

/** How likely a body is a request of the Messages API: its path says it best, then its version header. */
export function detect(body: Members, { path, headers }: RequestHint): number {
  if (path !== undefined && /\/v1\/messages(?:\/count_tokens)?(?:$|\?)/.test(path)) return 1;
  if (!Array.isArray(body["messages"])) return 0;
  if (headers?.["anthropic-version"] !== undefined) return 0.95;
  let score = body["max_tokens"] === undefined ? 0.1 : 0.2;
  if (body["system"] !== undefined) score += 0.4;
  if (ownMembers.some((name) => body[name] !== undefined)) score += 0.3;
  if (hasOwnTools(body["tools"])) score += 0.4;
  if (body["messages"].some(hasOwnBlock)) score += 0.4;
  return Math.min(0.9, score);
}

function hasOwnTools(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some((tool) => isMembers(tool) && tool["input_schema"] !== undefined);
}

function hasOwnBlock(message: unknown): boolean {
  const content = isMembers(message) ? message["content"] : undefined;
  if (!Array.isArray(content)) return false;
  return content.some((block) => {
    if (!isMembers(block)) return false;
    return (
      ownBlocks.has(block["type"] as string) ||
      isMembers(block["source"]) ||
      isMembers(block["cache_control"])
    );
  });
}
