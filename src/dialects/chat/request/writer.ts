import {
  AbpError,
  type Block,
  type Conversation,
  type Message,
  type OutputFormat,
  type Tool,
} from "../../../contract/index.ts";
import { putCacheOptions } from "../../cache/cache-options.ts";
import type { Writing, WrittenRequest } from "../../codec/request-codec.ts";
import type { FeatureId } from "../../features/feature.ts";
import { type Members, pickMembers, put } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingOf } from "../../members/spelling.ts";
import { hasCacheControl, putRequestCache } from "../content/cache-control.ts";
import { LEGACY } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";
import { CHAT, USAGE_NOT_REQUESTED } from "../wire.ts";
import { WEB_SEARCH } from "./hosted-tools.ts";
import { writeSpeech } from "./message-writer.ts";
import { samplingMembers } from "./reader.ts";
import { putReasoning } from "./reasoning.ts";
import { isLegacyChoice, writeLegacyChoice, writeToolChoice } from "./tool-choice.ts";
import { offeredTools, putTools, webSearchOptions } from "./tools.ts";
import { writeTurns } from "./turns.ts";

/** Writes a Chat Completions request. The members that prompt caches hash come first. */
export function writeRequest(
  conversation: Conversation,
  writing: Writing,
  profile: ChatProfile,
): WrittenRequest {
  const body: Members = {};
  if (conversation.model !== "" || !isSpelled(conversation, profile.id, "no_model"))
    body["model"] = conversation.model;
  const tools = offeredTools(conversation, profile, writing);
  putTools(body, tools, profile);
  discloseCaches(conversation, profile, writing);
  if (isSpelled(conversation, profile.id, "no_tools")) body["tools"] ??= [];
  const { toolChoice } = conversation;
  if (toolChoice !== undefined) {
    if (isLegacyChoice(toolChoice, profile)) body[LEGACY] = writeLegacyChoice(toolChoice);
    else if (tools.length > 0 || conversation.tools.length === 0)
      body["tool_choice"] = writeToolChoice(toolChoice, tools, profile);
  }
  put(body, "parallel_tool_calls", conversation.parallelToolCalls);
  body["messages"] = [
    ...writeSystem(conversation, profile, writing),
    ...writeTurns(conversation.messages, profile, writing),
  ];
  putLimits(body, conversation, profile, writing);
  putSampling(body, conversation, profile);
  if (conversation.output !== undefined && conversation.output.kind !== "enum")
    body["response_format"] = writeFormat(
      conversation.output,
      isSpelled(conversation, profile.id, "unnamed_schema"),
    );
  putReasoning(body, conversation, profile, writing);
  put(body, WEB_SEARCH, webSearchOptions(conversation.tools, profile));
  putStream(body, conversation, writing);
  putAdvisory(body, conversation, profile, writing);
  putRequestCache(body, conversation, profile);
  restoreOwn(body, ownMembers(conversation, profile.id));
  const operation = writing.operation ?? "generate";
  const endpoint = profile.endpoints.find((one) => one.operation === operation);
  if (endpoint === undefined)
    throw new AbpError("capability_unsupported", `${profile.title} has no endpoint that counts tokens`);
  if (operation === "generate") return { path: endpoint.path, body };
  discloseUncounted(conversation, writing);
  return { path: endpoint.path, body: pickMembers(body, COUNTED) };
}

// Moonshot's counter takes the model and the messages (platform.moonshot.ai, "Estimate Tokens").
const COUNTED: ReadonlySet<string> = new Set(["model", "messages"]);

function discloseUncounted({ tools }: Conversation, writing: Writing): void {
  for (const node of tools) {
    const reason = "the counter takes no tools, so the count is without them";
    writing.note({ node, at: "", disposition: "disclosed", reason, feature: `tool.${node.kind}` });
  }
}

// Only parts of messages take breakpoints: tools, calls and results do not.
function discloseCaches(conversation: Conversation, profile: ChatProfile, writing: Writing): void {
  if (profile.features["cache.hint"].is === "none") return;
  const disclose = (node: Tool | Block) => {
    const reason = "only parts of a message take a cache breakpoint";
    writing.note({ node, at: "", disposition: "disclosed", reason, feature: "cache.hint" });
  };
  const isLost = (node: Tool | Block) => node.cache !== undefined && !hasCacheControl(node, profile);
  for (const tool of conversation.tools) if (isLost(tool)) disclose(tool);
  for (const { content } of conversation.messages)
    for (const block of content) if (UNCACHED.has(block.type) && isLost(block)) disclose(block);
}

const UNCACHED: ReadonlySet<Block["type"]> = new Set([
  "tool_use",
  "tool_result",
  "thinking",
  "redacted_thinking",
  "refusal",
]);

function writeSystem({ system }: Conversation, profile: ChatProfile, writing: Writing): Members[] {
  if (system.length === 0) return [];
  const message: Message = { role: "system", content: system };
  return [writeSpeech(message, system, profile, writing)];
}

function putLimits(
  body: Members,
  conversation: Conversation,
  profile: ChatProfile,
  { limits }: Writing,
): void {
  const { maxOutputTokens, stop } = conversation;
  if (maxOutputTokens !== undefined) {
    const name = spellingOf(conversation, profile.id, ["max_tokens", "max_completion_tokens"]);
    body[limits?.output?.field ?? name ?? profile.outputLimit] = maxOutputTokens;
  }
  if (stop.length === 0) return;
  body["stop"] = stop.length === 1 && isSpelled(conversation, profile.id, "stop_text") ? stop[0] : stop;
}

function putSampling(body: Members, conversation: Conversation, profile: ChatProfile): void {
  const { sampling } = conversation;
  const knows = (feature: FeatureId) => profile.features[feature].is !== "none";
  for (const { wire, member, feature } of samplingMembers)
    if (sampling[member] !== undefined && knows(feature)) body[wire] = sampling[member];
  if (sampling.logitBias !== undefined && knows("logit_bias")) body["logit_bias"] = sampling.logitBias;
  if (sampling.logprobs !== undefined && knows("logprobs")) {
    body["logprobs"] = true;
    put(body, "top_logprobs", sampling.logprobs.top);
  }
}

function writeFormat(output: Exclude<OutputFormat, { kind: "enum" }>, isUnnamed: boolean): Members {
  if (output.kind === "text") return { type: "text" };
  if (output.kind === "json") return { type: "json_object" };
  // The wire requires a name; the other dialects have none.
  const schema: Members = {};
  if (!isUnnamed || output.name !== undefined) schema["name"] = output.name ?? "response";
  put(schema, "description", output.description);
  put(schema, "schema", output.schema);
  put(schema, "strict", output.strict);
  return { type: "json_schema", json_schema: schema };
}

function putStream(body: Members, conversation: Conversation, writing: Writing): void {
  const { stream } = conversation;
  if (stream === undefined) return;
  body["stream"] = stream.enabled;
  if (stream.usage !== undefined) body["stream_options"] = { include_usage: stream.usage };
  else if (stream.enabled && !isSpelled(conversation, CHAT, USAGE_NOT_REQUESTED)) {
    body["stream_options"] = { include_usage: true };
    writing.note({
      node: undefined,
      at: "$.stream_options.include_usage",
      disposition: "mapped",
      reason: "streams of the caller's dialect always carry usage, so it is asked for",
      feature: "stream.usage",
    });
  }
}

const MODALITIES = ["text", "audio"];

function putModalities(body: Members, { modalities }: Conversation, { note }: Writing): void {
  if (modalities === undefined) return;
  const missing = modalities.filter((one) => !MODALITIES.includes(one));
  if (missing.length === 0) body["modalities"] = modalities;
  else
    note({
      node: undefined,
      at: "$.modalities",
      disposition: "refused",
      reason: `this API answers in text or audio, not in ${missing.join(", ")}`,
      feature: "modalities",
    });
}

function putAdvisory(
  body: Members,
  conversation: Conversation,
  profile: ChatProfile,
  writing: Writing,
): void {
  const knows = (feature: FeatureId) => profile.features[feature].is !== "none";
  if (knows("modalities")) putModalities(body, conversation, writing);
  if (knows("verbosity")) put(body, "verbosity", conversation.verbosity);
  if (knows("cache.key")) {
    put(body, "prompt_cache_key", conversation.cache?.key);
    put(body, "prompt_cache_retention", conversation.cache?.retention);
  }
  if (knows("cache.options")) putCacheOptions(body, conversation, profile.cacheOptionLifetimes, writing.note);
  if (knows("user")) {
    const isSafety = isSpelled(conversation, profile.id, "safety_identifier");
    put(body, isSafety ? "safety_identifier" : "user", conversation.user);
  }
  if (knows("metadata")) put(body, "metadata", conversation.metadata);
  if (knows("store")) put(body, "store", conversation.store);
  const { serviceTier } = conversation;
  if (serviceTier === undefined || !knows("service_tier")) return;
  if (profile.serviceTiers.includes(serviceTier)) body["service_tier"] = serviceTier;
  else
    writing.note({
      node: undefined,
      at: "$.service_tier",
      disposition: "disclosed",
      reason: `${serviceTier} is not one of ${profile.serviceTiers.join(", ")}`,
      feature: "service_tier",
    });
}
