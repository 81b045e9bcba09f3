import { canonicalCapability, capabilityName } from "../catalogue/capabilities.ts";
import type { CapabilityId } from "../supply/claim.ts";

/** How to provide a capability that an engine lacks, or why that is not possible. */
export type EmulationStrategy =
  | { readonly type: "system_prompt_injection"; readonly prompt: string }
  | { readonly type: "post_processing"; readonly detail: string }
  | { readonly type: "disabled"; readonly reason: string };

/** Strategies that replace the defaults. Keys may be any name of the capability. */
export type EmulationConfig = ReadonlyMap<string, EmulationStrategy>;

export const THINKING_PROMPT = "Think step by step before answering.";

/** Also asks for the thinking in a section of its own, which becomes a thinking block. */
export const TAGGED_THINKING_PROMPT =
  "Think step by step before answering. Write your thinking first, between <thinking> and </thinking>, then the answer.";

/** The fixed part of the tool prompt. The descriptions of the tools follow it. */
export const TOOL_PROTOCOL_PROMPT =
  'You can call tools. To call one, write <tool_call>{"name":"…","arguments":{…}}</tool_call> with the arguments as one JSON object, and nothing else inside the tags. Results come back as <tool_result>{"name":"…","content":"…"}</tool_result>. After your calls, stop and wait for the results. Never write a <tool_result> yourself.';

export const FORCED_CALL_PROMPT =
  "Answer this request with a tool call, and with nothing but tool calls. Do not answer in text.";

export const COMPACTION_PROMPT =
  "Summarise the conversation so far, so that another model can go on with the work without having seen it. State the task and its constraints, what was decided and why, what was done and what came of it (with the names of files, commands and identifiers), what is still open, and the next step. Write the summary alone.";

const defaults = new Map<CapabilityId, EmulationStrategy>([
  ["extended_thinking", { type: "system_prompt_injection", prompt: THINKING_PROMPT }],
  [
    "structured_output_json_schema",
    { type: "post_processing", detail: "Parse and validate JSON from text response" },
  ],
  ["json_mode", { type: "post_processing", detail: "Parse JSON from text response" }],
  ["enum_output", { type: "post_processing", detail: "Find the word in the text response" }],
  [
    "stop_sequences",
    { type: "post_processing", detail: "Truncate text response at the first stop sequence" },
  ],
  ["tool_use", { type: "system_prompt_injection", prompt: TOOL_PROTOCOL_PROMPT }],
  ["function_calling", { type: "system_prompt_injection", prompt: TOOL_PROTOCOL_PROMPT }],
  [
    "parallel_tool_calls",
    { type: "post_processing", detail: "Hand on the first tool call of an answer and leave out the others" },
  ],
  ["tool_choice", { type: "system_prompt_injection", prompt: FORCED_CALL_PROMPT }],
  ["compaction", { type: "system_prompt_injection", prompt: COMPACTION_PROMPT }],
  ["code_execution", { type: "disabled", reason: "Cannot safely emulate sandboxed code execution" }],
]);

/** The capabilities that are never emulated without configuration, with the reason. */
export const disabledByDefault: ReadonlyMap<CapabilityId, string> = new Map(
  [...defaults].flatMap(([capability, strategy]) =>
    strategy.type === "disabled" ? [[capability, strategy.reason]] : [],
  ),
);

/**
 * The strategy for a capability without configuration. Takes any name of the capability.
 *
 * @example
 * import { defaultStrategy } from "agent-backplane/negotiation";
 * const { type } = defaultStrategy("extended_thinking");
 */
export function defaultStrategy(capability: string): EmulationStrategy {
  const id = canonicalCapability(capability) ?? capability;
  return defaults.get(id) ?? { type: "disabled", reason: `No emulation available for ${capabilityName(id)}` };
}

/**
 * Whether the default strategy of a capability is not `disabled`.
 *
 * @example
 * import { canEmulate } from "agent-backplane/negotiation";
 * canEmulate("code_execution"); // false
 */
export function canEmulate(capability: string): boolean {
  return defaultStrategy(capability).type !== "disabled";
}
