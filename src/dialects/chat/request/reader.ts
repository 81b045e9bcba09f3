import type { Conversation, OutputFormat } from "../../../contract/index.ts";
import { numberOf } from "../../../lib/index.ts";
import { takeCacheOptions } from "../../cache/cache-options.ts";
import type { Reading } from "../../codec/request-codec.ts";
import type { FeatureId } from "../../features/feature.ts";
import { Cursor, missing, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members, put } from "../../members/members.ts";
import { keepOwn } from "../../members/own-members.ts";
import { spell } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { markRequest } from "../content/cache-control.ts";
import { LEGACY } from "../content/tool-call.ts";
import type { ChatProfile } from "../profile.ts";
import { CHAT, USAGE_NOT_REQUESTED } from "../wire.ts";
import { readHosted, WEB_SEARCH } from "./hosted-tools.ts";
import { MessageReader } from "./message-reader.ts";
import { takeReasoning } from "./reasoning.ts";
import { readLegacyChoice, readToolChoice } from "./tool-choice.ts";
import { FUNCTIONS, readLegacyFunction, readTool } from "./tools.ts";

/** Reads a Chat Completions request. */
export function readRequest(body: unknown, reading: Reading, profile: ChatProfile): Conversation {
  const { origins } = reading;
  const cursor = new Cursor(body, "$");
  const knows = (feature: FeatureId) => profile.features[feature].is !== "none";
  const messages = new MessageReader(profile, origins);
  const conversation: Conversation = {
    // Azure names the deployment in the path and may leave the model out.
    model: cursor.text("model") ?? reading.model ?? "",
    system: [],
    tools: cursor.list("tools", (item, path) => readTool(item, path, profile, origins)) ?? [],
    messages: cursor.list("messages", (item, path, index) => messages.read(item, path, index)) ?? [],
    sampling: {},
    stop: [],
  };
  if (cursor.peek("messages") === undefined) throw missing("$.messages");
  if (cursor.peek("model") === undefined) spell(conversation, profile.id, "no_model");
  if (Array.isArray(cursor.peek("tools")) && conversation.tools.length === 0)
    spell(conversation, profile.id, "no_tools");
  const own: Members = {};
  readTools(cursor, conversation, reading, profile);
  readLimits(cursor, conversation, profile, origins);
  readSampling(cursor, conversation, knows);
  readOutput(cursor, conversation, own, profile);
  readStream(cursor, conversation, own, reading);
  readAdvisory(cursor, conversation, knows, profile, origins);
  const { reasoning, left } = takeReasoning(cursor, profile);
  put(conversation, "reasoning", reasoning);
  keepOwn(conversation, profile.id, Object.assign(own, left));
  return keepOwn(conversation, profile.id, cursor.unread());
}

function readTools(cursor: Cursor, conversation: Conversation, reading: Reading, profile: ChatProfile): void {
  const { origins } = reading;
  const { tools } = conversation;
  const functions = cursor.list(FUNCTIONS, (item, path) => readLegacyFunction(item, path, profile, origins));
  if (functions !== undefined) tools.push(...functions);
  const search = cursor.peek(WEB_SEARCH);
  if (isMembers(search)) {
    cursor.take(WEB_SEARCH);
    const value = { [WEB_SEARCH]: search };
    const hosted = readHosted(value);
    const tool = { kind: "server", name: "web_search", dialect: profile.id, value } as const;
    tools.push(origins.mark(hosted === undefined ? { ...tool } : { ...tool, hosted }, cursor.at(WEB_SEARCH)));
  }
  const choice = cursor.take("tool_choice");
  const legacy = cursor.take(LEGACY);
  if (choice !== undefined)
    conversation.toolChoice = readToolChoice(choice, cursor.at("tool_choice"), tools, profile, origins);
  else if (legacy !== undefined) {
    conversation.toolChoice = readLegacyChoice(legacy, cursor.at(LEGACY), profile, origins);
    origins.markFeature(`tool_choice.${conversation.toolChoice.mode}`, cursor.at(LEGACY));
  }
  put(conversation, "parallelToolCalls", cursor.flag("parallel_tool_calls"));
}

function readLimits(
  cursor: Cursor,
  conversation: Conversation,
  profile: ChatProfile,
  origins: Origins,
): void {
  const names = ["max_completion_tokens", "max_tokens"] as const;
  const used = names.find((name) => cursor.peek(name) !== undefined);
  if (used !== undefined) {
    conversation.maxOutputTokens = cursor.number(used)!;
    origins.markFeature("max_output_tokens", cursor.at(used));
    if (used !== profile.outputLimit) spell(conversation, profile.id, used);
  }
  if (typeof cursor.peek("stop") === "string") {
    conversation.stop = [cursor.text("stop")!];
    spell(conversation, profile.id, "stop_text");
  } else conversation.stop = cursor.texts("stop") ?? [];
}

function readSampling(
  cursor: Cursor,
  { sampling }: Conversation,
  knows: (feature: FeatureId) => boolean,
): void {
  for (const { wire, member, feature } of samplingMembers)
    if (knows(feature)) put(sampling, member, cursor.number(wire));
  const bias = cursor.peek("logit_bias");
  if (knows("logit_bias") && isMembers(bias)) {
    const weights = Object.entries(bias).map(([token, value]) => {
      const weight = numberOf(value);
      if (weight === undefined) throw wrongType(`${cursor.at("logit_bias")}.${token}`, value, "a number");
      return [token, weight] as const;
    });
    cursor.take("logit_bias");
    sampling.logitBias = Object.fromEntries(weights);
  }
  if (knows("logprobs") && cursor.peek("logprobs") === true) {
    cursor.take("logprobs");
    const top = cursor.number("top_logprobs");
    sampling.logprobs = top === undefined ? {} : { top };
  }
}

/** The numbers of sampling: on the wire, in the conversation, and as a feature. */
export const samplingMembers = [
  { wire: "temperature", member: "temperature", feature: "temperature" },
  { wire: "top_p", member: "topP", feature: "top_p" },
  { wire: "top_k", member: "topK", feature: "top_k" },
  { wire: "seed", member: "seed", feature: "seed" },
  { wire: "frequency_penalty", member: "frequencyPenalty", feature: "frequency_penalty" },
  { wire: "presence_penalty", member: "presencePenalty", feature: "presence_penalty" },
  { wire: "n", member: "candidates", feature: "candidates" },
] as const;

function readOutput(cursor: Cursor, conversation: Conversation, own: Members, profile: ChatProfile): void {
  const value = cursor.peek("response_format");
  if (!isMembers(value)) return;
  const format = cursor.object("response_format")!;
  const type = format.need("type");
  const output = readFormat(type, format, own);
  if (output === undefined) own["response_format"] = value;
  else {
    conversation.output = output;
    if (output.kind === "json_schema" && output.name === undefined)
      spell(conversation, profile.id, "unnamed_schema");
  }
  const rest = output === undefined ? undefined : format.unread();
  if (rest !== undefined) own["response_format"] = { ...(own["response_format"] as Members), ...rest };
}

function readFormat(type: string, format: Cursor, own: Members): OutputFormat | undefined {
  if (type === "text") return { kind: "text" };
  if (type === "json_object") return { kind: "json" };
  const inner = type === "json_schema" ? format.object("json_schema") : undefined;
  if (inner === undefined) return undefined;
  const output: OutputFormat = { kind: "json_schema", schema: inner.take("schema") };
  put(output, "name", inner.text("name"));
  put(output, "description", inner.text("description"));
  put(output, "strict", inner.flag("strict"));
  const rest = inner.unread();
  if (rest !== undefined) own["response_format"] = { json_schema: rest };
  return output;
}

function readStream(cursor: Cursor, conversation: Conversation, own: Members, reading: Reading): void {
  const enabled = cursor.flag("stream") ?? reading.stream;
  const options = cursor.peek("stream_options");
  if (enabled === undefined) return;
  conversation.stream = { enabled };
  if (!isMembers(options)) {
    if (enabled) spell(conversation, CHAT, USAGE_NOT_REQUESTED);
    return;
  }
  const inner = cursor.object("stream_options")!;
  const usage = inner.flag("include_usage");
  if (usage === undefined) spell(conversation, CHAT, USAGE_NOT_REQUESTED);
  else conversation.stream.usage = usage;
  const rest = inner.unread();
  if (rest !== undefined) own["stream_options"] = rest;
}

function readAdvisory(
  cursor: Cursor,
  conversation: Conversation,
  knows: (feature: FeatureId) => boolean,
  profile: ChatProfile,
  origins: Origins,
): void {
  if (knows("modalities")) put(conversation, "modalities", cursor.texts("modalities"));
  if (knows("verbosity")) put(conversation, "verbosity", cursor.text("verbosity"));
  const cache: NonNullable<Conversation["cache"]> = {};
  if (knows("cache.key")) {
    put(cache, "key", cursor.text("prompt_cache_key"));
    put(cache, "retention", cursor.text("prompt_cache_retention"));
  }
  if (knows("cache.options")) put(cache, "options", takeCacheOptions(cursor));
  if (Object.keys(cache).length > 0) conversation.cache = cache;
  markRequest(conversation, cursor, profile, origins);
  if (knows("user")) {
    put(conversation, "user", cursor.text("user"));
    if (conversation.user === undefined && cursor.peek("safety_identifier") !== undefined) {
      conversation.user = cursor.text("safety_identifier")!;
      spell(conversation, profile.id, "safety_identifier");
      origins.markFeature("user", cursor.at("safety_identifier"));
    }
  }
  if (knows("metadata")) put(conversation, "metadata", cursor.object("metadata")?.value);
  if (knows("service_tier")) put(conversation, "serviceTier", cursor.text("service_tier"));
  if (knows("store")) put(conversation, "store", cursor.flag("store"));
}
