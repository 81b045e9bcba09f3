const NO_USAGE = {
  input_tokens: 0,
  output_tokens: 0,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
} as const;

/** A message of the model. Its usage is not known here: the result has the usage of the turn. */
export function assistantMessage(id: string, model: string, content: readonly object[]): object {
  return {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: null,
    stop_sequence: null,
    usage: NO_USAGE,
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
  const content = typeof output === "string" ? output : JSON.stringify(output ?? null);
  const block = { type: "tool_result", tool_use_id: id, content, ...(isError ? { is_error: true } : {}) };
  return {
    type: "user",
    message: { role: "user", content: [block] },
    parent_tool_use_id: parentId,
    tool_use_result: output ?? null,
  };
}
