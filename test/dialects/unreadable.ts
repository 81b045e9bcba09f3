/**
 * Recordings that are not given back as they stand, and why: each was refused by its own vendor,
 * or holds what the vendor that the dialect is named after does not take.
 */
export const unreadable: ReadonlyMap<string, string> = new Map([
  [
    "anthropic-messages/dd-trace-py-anthropic-completion-error-0-24e73f",
    "its messages are texts, which the vendor refused with status 400",
  ],
  [
    "ollama-chat/ruby-llm-chat-string-tool-results-ollama-qwen3-preserves-strings-returned-from-tools-1-2a8239",
    "OpenAI takes no image in a tool's message, so it is sent in a user's message beside it (D19)",
  ],
  [
    "openrouter-chat/ruby-llm-chat-string-tool-results-openrouter-claude-haiku-4-5-preserves-strings-returned-from-to-1-e8c437",
    "as above",
  ],
  [
    "openai-responses/pydantic-ai-test-openai-responses-test-openai-responses-model-mcp-list-tools-stream-backfills-mi-0-9b0257",
    "the item's own end leaves out tools that the last event lists; the written stream has them in both",
  ],
  [
    "vertex-generate/opentelemetry-python-contrib-test-generate-content-invalid-role-0-f965b2",
    "its role is none of the wire's, which the vendor refused with status 400",
  ],
  [
    "copilot-chat/vscode-copilot-chat-stream-containing-cot-summary-and-cot-id-0-643f10",
    "its id comes after its first content, too late for the head of a stream",
  ],
]);
