/** Something that a vendor's own recordings have and that its published schemas do not, with the reason. */
export interface Extra {
  readonly dialect: string;
  readonly fault: RegExp;
  readonly reason: string;
}

/**
 * They show that the validators are not stricter than the vendors. Members that are missing are not listed: the
 * recordings are older than the schemas.
 */
export const recordedExtras: readonly Extra[] = [
  { dialect: "openai", fault: /system_fingerprint: must be string/, reason: "sent as null by some models" },
  { dialect: "openai", fault: /content_filter_results|finish_details/, reason: "early or filtered answers" },
  { dialect: "openai", fault: /\$\.object: /, reason: "the first chunk of a model router names no object" },
  { dialect: "codex", fault: /\.obfuscation: unknown/, reason: "padding, described for some deltas only" },
  {
    dialect: "codex",
    fault: /(user|usage|description): must be/,
    reason: "sent as null where nothing is known",
  },
  { dialect: "codex", fault: /(billing|tool_usage|metadata\w*): unknown/, reason: "not described" },
  { dialect: "codex", fault: /internal_chat_message_metadata_passthrough: unknown/, reason: "not described" },
  { dialect: "codex", fault: /(input|output)_messages|tool_output_tokens/, reason: "of another server" },
  { dialect: "codex", fault: /\(Open Responses\)$/, reason: "OpenAI does not follow Open Responses in all" },
  {
    dialect: "codex",
    fault: /tools\[\]\.(return_token_budget|search_content_types|n): /,
    reason: "not described",
  },
  {
    dialect: "codex",
    fault: /(output\[\]|item)\.[\w.[\]]+: /,
    reason: "members of hosted tools, not described",
  },
  { dialect: "codex", fault: /apply_patch_call_operation_diff/, reason: "events that are not described" },
  { dialect: "codex", fault: /\$\.(status|text|top_logprobs): /, reason: "of a proxy, or of another server" },
  {
    dialect: "claude",
    fault: /: must be null/,
    reason: "an object that lacks a newer member is no null either",
  },
  { dialect: "claude", fault: /(abort_reason|pydantic_ai_gateway): unknown/, reason: "not described" },
  {
    dialect: "claude",
    fault: /(name|stop_reason): must be equal/,
    reason: "only the types of the beta have it",
  },
  { dialect: "gemini", fault: /(serviceTier|turnToken): unknown/, reason: "not in the SDK's types" },
  { dialect: "gemini", fault: /citationSources: unknown/, reason: "the older name of citations" },
  {
    dialect: "gemini",
    fault: /: must be equal to constant/,
    reason: "words as numbers, as the caller asked",
  },
];
