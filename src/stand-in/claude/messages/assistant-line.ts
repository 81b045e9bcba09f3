import { messageUsage } from "./claude-usage.ts";
import type { MessageHead } from "./current-message.ts";

/** A message of the model. */
export function assistantMessage({ id, model, usage }: MessageHead, content: readonly object[]): object {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: messageUsage(usage),
  };
}

export function assistantLine(message: object, parentId: string | null): object {
  return { type: "assistant", message, parent_tool_use_id: parentId };
}

/** The result of a tool, as a message of the user. */
export function toolResultLine(
  id: string,
  output: unknown,
  isError: boolean,
  parentId: string | null,
): object {
  const content = typeof output === "string" ? output : JSON.stringify(output);
  const block = { type: "tool_result", tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  return {
    type: "user",
    message: { role: "user", content: [block] },
    parent_tool_use_id: parentId,
    tool_use_result: output,
  };
}
