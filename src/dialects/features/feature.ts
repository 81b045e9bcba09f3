/** Whether a caller may rely on a feature (`contract`) or only hopes for it (`advisory`). */
export type FeatureClass = "contract" | "advisory";

/** One thing that a request can contain. Its fate in another dialect is decided per feature. */
export interface Feature {
  readonly id: FeatureId;
  readonly group: string;
  readonly class: FeatureClass;
  readonly title: string;
}

const contract = "contract";
const advisory = "advisory";

/**
 * Every feature of a request: its group, its class and its title in documents. A feature is a contract if the answer would
 * mean something else without it, or if a promise would be broken; every other loss is disclosed.
 */
const table = {
  model: ["request", contract, "model name"],
  "system.text": ["roles", contract, "system prompt"],
  "system.block_list": ["roles", advisory, "system prompt in several blocks"],
  "role.system_midway": ["roles", contract, "system message after the first turn"],
  "role.developer": ["roles", contract, "developer message"],
  "message.name": ["roles", advisory, "name of a speaker"],
  // A caller joins the answer to the text it began.
  "message.prefill": ["roles", contract, "assistant text to be continued"],
  text: ["content", contract, "text"],
  "image.base64": ["content", contract, "image, inline"],
  "image.url": ["content", contract, "image, by URL"],
  "image.file": ["content", contract, "image, by file id"],
  "image.detail": ["content", advisory, "image detail level"],
  "document.base64": ["content", contract, "document, inline"],
  "document.url": ["content", contract, "document, by URL"],
  "document.file": ["content", contract, "document, by file id"],
  "document.text": ["content", contract, "document, plain text"],
  "document.text.title": ["content", advisory, "document, plain text: its title"],
  "document.text.context": ["content", advisory, "document, plain text: its context"],
  "document.text.address": ["content", advisory, "document, plain text: where it was found"],
  "document.title": ["content", advisory, "title of a document"],
  "document.context": ["content", advisory, "context of a document"],
  // The answer says the same without them, and their absence shows.
  "document.citations": ["content", advisory, "citations asked of a document"],
  "audio.base64": ["content", contract, "audio, inline"],
  "audio.url": ["content", contract, "audio, by URL"],
  "audio.file": ["content", contract, "audio, by file id"],
  video: ["content", contract, "video"],
  refusal: ["content", contract, "refusal in the history"],
  citation: ["content", advisory, "citation in the history"],
  "thinking.text": ["reasoning", advisory, "thinking text in the history"],
  "thinking.signature": ["reasoning", advisory, "signed thinking in the history"],
  "thinking.sealed": ["reasoning", advisory, "encrypted reasoning in the history"],
  "thinking.redacted": ["reasoning", advisory, "redacted thinking in the history"],
  "tool_use.signature": ["reasoning", advisory, "signature on a tool call"],
  "reasoning.mode": ["reasoning", contract, "thinking switched on or off"],
  "reasoning.effort": ["reasoning", contract, "reasoning effort"],
  "reasoning.budget": ["reasoning", contract, "thinking budget in tokens"],
  "reasoning.display": ["reasoning", advisory, "how much thinking is shown"],
  "tool.function": ["tools", contract, "function tool"],
  "tool.strict": ["tools", contract, "strict arguments"],
  "tool.custom": ["tools", contract, "freeform tool"],
  "tool.typed": ["tools", advisory, "typed tool that the caller runs"],
  "tool.server": ["tools", contract, "tool that the vendor runs and others lack"],
  "tool.computer_use": ["tools", contract, "use of a computer that the vendor checks for safety"],
  "tool.midway": ["tools", advisory, "tool that is offered or withdrawn between turns"],
  "tool.limit": ["tools", contract, "limit of a vendor-run tool that only its vendor knows"],
  "tool.web_search": ["tools", contract, "web search"],
  "tool.web_search.allowed_domains": ["tools", contract, "web search: only some domains"],
  "tool.web_search.blocked_domains": ["tools", contract, "web search: all but some domains"],
  "tool.web_search.both_lists": ["tools", contract, "web search: allowed and blocked domains together"],
  "tool.web_search.paths": ["tools", contract, "web search: paths in a list of domains"],
  "tool.web_search.stored": ["tools", contract, "web search: stored pages only, not the live web"],
  "tool.web_search.time_range": ["tools", contract, "web search: results of some time only"],
  "tool.web_search.max_uses": ["tools", advisory, "web search: number of searches"],
  "tool.web_search.location": ["tools", advisory, "web search: location of the user"],
  "tool.web_search.context_size": ["tools", advisory, "web search: how much of the results is read"],
  "tool.web_fetch": ["tools", contract, "reading of web pages"],
  "tool.web_fetch.domains": ["tools", contract, "reading of web pages: only some domains"],
  "tool.web_fetch.settings": ["tools", advisory, "reading of web pages: number, length, citations"],
  "tool.code_execution": ["tools", contract, "code that the vendor runs"],
  "tool.code_execution.kept": [
    "tools",
    contract,
    "code execution: a container or files that the vendor keeps",
  ],
  "tool.mcp": ["tools", contract, "MCP server that the vendor connects to"],
  "tool.mcp.authorization": ["tools", contract, "MCP server: the caller's credential for it"],
  "tool.mcp.headers": ["tools", contract, "MCP server: headers for it"],
  "tool.mcp.approval": ["tools", contract, "MCP server: calls that wait for consent"],
  "tool.mcp.allowed_tools": ["tools", contract, "MCP server: only some of its tools"],
  "tool.namespace": ["tools", contract, "namespace of a tool"],
  "tool_choice.auto": ["tools", contract, "tool choice: auto"],
  "tool_choice.none": ["tools", contract, "tool choice: none"],
  "tool_choice.required": ["tools", contract, "tool choice: any tool"],
  "tool_choice.tool": ["tools", contract, "tool choice: one tool"],
  "tool_choice.allowed": ["tools", contract, "tool choice: some tools"],
  "tool_choice.server": ["tools", contract, "tool choice: a tool that the vendor runs"],
  // A caller that runs one call at a time relies on it.
  parallel_tool_calls: ["tools", contract, "parallel calls switched on or off"],
  tool_use: ["tools", contract, "tool call in the history"],
  "tool_use.custom": ["tools", contract, "freeform tool call in the history"],
  "tool_use.server": ["tools", advisory, "call or result of a vendor-run tool in the history"],
  "tool_result.text": ["tools", contract, "tool result with text"],
  "tool_result.media": ["tools", contract, "tool result with images or documents"],
  "tool_result.error": ["tools", contract, "tool result marked as an error"],
  opaque: ["tools", contract, "unit that only its own dialect can read"],
  compaction: ["state", contract, "summary asked for in place of the history"],
  "output.json": ["output", contract, "JSON mode"],
  "output.enum": ["output", contract, "output that is one of several words"],
  "output.json_schema": ["output", contract, "output by JSON Schema"],
  "output.strict": ["output", contract, "strict output schema"],
  modalities: ["output", contract, "output modalities"],
  verbosity: ["output", advisory, "verbosity"],
  max_output_tokens: ["limits", contract, "output limit"],
  stop: ["limits", contract, "stop sequences"],
  // Tuning values: they are chosen for one model and shift the style of another, and agents send them by habit.
  temperature: ["sampling", advisory, "temperature"],
  top_p: ["sampling", advisory, "top-p"],
  top_k: ["sampling", advisory, "top-k"],
  // Best effort, as its own vendors say.
  seed: ["sampling", advisory, "seed"],
  frequency_penalty: ["sampling", advisory, "frequency penalty"],
  presence_penalty: ["sampling", advisory, "presence penalty"],
  // It bans or forces words of the answer.
  logit_bias: ["sampling", contract, "logit bias"],
  logprobs: ["sampling", contract, "log probabilities"],
  candidates: ["sampling", contract, "several answers"],
  stream: ["transport", contract, "streaming"],
  "stream.usage": ["transport", advisory, "usage in the stream"],
  "cache.hint": ["cache", advisory, "cache breakpoint"],
  "cache.automatic": ["cache", advisory, "cache breakpoint that the vendor sets by itself"],
  "cache.options": ["cache", advisory, "cache mode and lifetime"],
  "cache.key": ["cache", advisory, "cache key or retention"],
  user: ["advisory", advisory, "user id"],
  metadata: ["advisory", advisory, "metadata"],
  service_tier: ["advisory", advisory, "service tier"],
  store: ["advisory", advisory, "storing the answer"],
  previous: ["state", contract, "continuing an earlier response"],
  vendor: ["advisory", advisory, "member that only its own dialect knows"],
} as const satisfies Record<string, readonly [string, FeatureClass, string]>;

export type FeatureId = keyof typeof table;

/** Every feature, in the order of the documents. */
export const features: readonly Feature[] = Object.entries(table).map(
  ([id, [group, featureClass, title]]) => ({
    id: id as FeatureId,
    group,
    class: featureClass,
    title,
  }),
);

/**
 * One feature by its name.
 *
 * @example
 * import { featureOf } from "agent-backplane/dialects";
 * const feature = featureOf("tool.function");
 */
export function featureOf(id: FeatureId): Feature {
  const [group, featureClass, title] = table[id];
  return { id, group, class: featureClass, title };
}

/** Whether a text is the name of a feature. */
export function isFeature(id: string | undefined): id is FeatureId {
  return id !== undefined && Object.hasOwn(table, id);
}
