/** The name of this dialect. */
export const ID = "codex";

/** Between the parts of one reasoning item, which the conversation holds as one text. */
export const PART_BREAK = "\n\n";

/** The levels of reasoning effort that the API documents. */
export const EFFORTS: ReadonlySet<string> = new Set([
  "none",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
]);

/** The values of `reasoning.summary`. */
export const SUMMARIES: ReadonlySet<string> = new Set(["auto", "concise", "detailed"]);

/** The lifetimes that a cache breakpoint may ask for. */
export const CACHE_TTLS: ReadonlySet<string> = new Set(["30m", "12h"]);

/** The entry of `include` that requests log probabilities. */
export const INCLUDE_LOGPROBS = "message.output_text.logprobs";

/** The entry of `include` that requests the sources of a web search. */
export const INCLUDE_SOURCES = "web_search_call.action.sources";

/** The entry of `include` that requests reasoning in a form that can be sent back without being stored. */
export const INCLUDE_SEALED = "reasoning.encrypted_content";

/** The role of an input item that is no message. */
export function sideOf(type: string): "assistant" | "tool" | "developer" {
  if (type === "additional_tools" || type === "configuration_update") return "developer";
  return type.endsWith("_output") || type === "mcp_approval_response" ? "tool" : "assistant";
}

/** Items that only record how the vendor prepared its answer: the tools that it found or listed. */
export const OPTIONAL_ITEMS: ReadonlySet<string> = new Set([
  "tool_search_call",
  "tool_search_output",
  "mcp_list_tools",
]);

/** The prefix of an item's id, by the type of the item. */
export const ID_PREFIX = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
  custom_tool_call: "ctc",
  image_generation_call: "ig",
  tool_search_call: "tsc",
  local_shell_call: "lsh",
  shell_call: "sh",
  apply_patch_call: "apc",
  compaction: "cmp",
} as const;

/** The types of items that we can make ids for. */
export type MintedItem = keyof typeof ID_PREFIX;

/** Where a response is asked for. */
export const RESPONSES_PATH = "/v1/responses";

/** Where the tokens of a request are counted. */
export const CONVERSATIONS_PATH = "/v1/conversations";
export const COUNT_PATH = `${RESPONSES_PATH}/input_tokens`;

/** The rule of the API for the ids of tool calls. */
export const TOOL_CALL_ID = { pattern: /^[\s\S]+$/, maxLength: 64 };
