import type { CapabilityId } from "../supply/claim.ts";

export interface CapabilityEntry {
  /** The name on the wire, in snake_case. */
  readonly id: CapabilityId;
  /** The PascalCase name in abp/v0.1 documents and warnings. */
  readonly name: string;
  readonly description: string;
  /** Other names: of sessions, of vendors and of older manifests. */
  readonly aliases: readonly string[];
}

/**
 * Every known capability. The first 41 are those of abp/v0.1. The last three have a limit or kinds and are not sent
 * in abp/v0.1 documents.
 * abp/v0.1 has two names each for two capabilities: `tool_use` and `function_calling`, `image_input` and `vision`.
 */
export const capabilities: readonly CapabilityEntry[] = [
  entry("streaming", "Sends the reply in pieces while it is made.", ["stream"]),
  entry("tool_read", "Reads files.", ["read_file"]),
  entry("tool_write", "Creates and overwrites files.", ["write_file"]),
  entry("tool_edit", "Changes files in place.", ["edit_file"]),
  entry("tool_bash", "Runs shell commands.", ["shell", "bash"]),
  entry("tool_glob", "Finds files by pattern.", ["glob"]),
  entry("tool_grep", "Searches the contents of files.", ["grep"]),
  entry("tool_web_search", "Searches the web.", ["web_search"]),
  entry("tool_web_fetch", "Fetches the contents of a URL.", ["web_fetch"]),
  entry("tool_ask_user", "Asks the person at the keyboard.", ["ask_user"]),
  entry("hooks_pre_tool_use", "Calls a hook before every tool call.", ["pre_tool_use"]),
  entry("hooks_post_tool_use", "Calls a hook after every tool call.", ["post_tool_use"]),
  entry("session_resume", "Continues an earlier session.", ["resume"]),
  entry("session_fork", "Branches a session into a new one.", ["fork"]),
  entry("checkpointing", "Saves and restores the state of a run.", ["checkpoints"]),
  entry("structured_output_json_schema", "Constrains the reply to a JSON Schema.", [
    "structured_output",
    "structured_outputs",
    "json_schema",
  ]),
  entry("mcp_client", "Connects to MCP servers."),
  entry("mcp_server", "Serves MCP itself."),
  entry("tool_use", "Calls the caller's tools.", ["tools", "tool_calling", "tool_calls"]),
  entry("extended_thinking", "Thinks before answering, and can show it.", ["reasoning", "thinking"]),
  entry("image_input", "Takes images in the prompt.", ["images"]),
  entry("pdf_input", "Takes PDF documents in the prompt.", ["pdf"]),
  entry("code_execution", "Runs code in a sandbox of the vendor.", ["code_exec", "code_interpreter"]),
  entry("logprobs", "Returns the probabilities of tokens.", ["log_probabilities"]),
  entry("seed_determinism", "Samples the same way for the same seed.", ["seed"]),
  entry("stop_sequences", "Stops at given texts.", ["stop", "stop_words"]),
  entry("function_calling", "Calls the caller's functions.", ["functions"]),
  entry("vision", "Understands images.", ["image_understanding"]),
  entry("audio", "Takes sound in the prompt.", ["audio_input"]),
  entry("json_mode", "Replies in JSON of any shape.", ["json_object"]),
  entry("system_message", "Takes instructions apart from the messages.", [
    "system_prompt",
    "system_instruction",
  ]),
  entry("temperature", "Lets the caller set how random sampling is."),
  entry("top_p", "Samples from the likeliest tokens by joint probability.", ["nucleus_sampling"]),
  entry("top_k", "Samples from a number of the likeliest tokens."),
  entry("max_tokens", "Bounds the length of the reply; the limit is the greatest bound.", [
    "max_output_tokens",
    "max_completion_tokens",
  ]),
  entry("frequency_penalty", "Makes tokens rarer the more often they occurred."),
  entry("presence_penalty", "Makes tokens rarer once they occurred."),
  entry("cache_control", "Caches the prompt where the caller marks it.", [
    "prompt_caching",
    "prompt_cache",
    "context_caching",
  ]),
  entry("batch_mode", "Takes many requests as one job.", ["batch"]),
  entry("embeddings", "Turns text into vectors.", ["embedding"]),
  entry("image_generation", "Makes images.", ["image_output"]),
  entry("context_window", "Tokens that prompt and reply may have together; the limit is their number.", [
    "context_length",
  ]),
  entry("input_modality", "Kinds of content that the prompt may have.", [
    "multimodal",
    "multimodal_input",
    "input_modalities",
  ]),
  entry("output_modality", "Kinds of content that the reply may have.", [
    "multimodal_output",
    "output_modalities",
  ]),
];

export const capabilityIds: readonly CapabilityId[] = capabilities.map(({ id }) => id);

const byKey = new Map(
  capabilities.flatMap(({ id, aliases }) =>
    [id, ...aliases].map((spelling) => [keyOf(spelling), id] as const),
  ),
);
const nameById = new Map(capabilities.map(({ id, name }) => [id, name]));

/**
 * Finds the id for a wire name, its PascalCase or camelCase form, or an alias. Case and separators do not matter:
 * `toolCalling`, `tool-calling` and `ToolCalling` give the same id.
 *
 * @example
 * import { canonicalCapability } from "agent-backplane/negotiation";
 * canonicalCapability("toolCalling"); // tool_use
 */
export function canonicalCapability(nameOrAlias: string): CapabilityId | undefined {
  return byKey.get(keyOf(nameOrAlias));
}

/** The PascalCase name of a capability, also of one that the catalogue does not list. */
export function capabilityName(id: CapabilityId): string {
  return nameById.get(id) ?? pascalCase(id);
}

function entry(id: CapabilityId, description: string, aliases: readonly string[] = []): CapabilityEntry {
  return { id, name: pascalCase(id), description, aliases };
}

function pascalCase(id: string): string {
  return id
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
}

function keyOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}
