import type { Conversation } from "../../../contract/index.ts";
import type { Writing, WrittenRequest } from "../../codec/request-codec.ts";
import { adaptSchema, isRecursive } from "../../json-schema/enforced-schema.ts";
import { type Members, pickMembers } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { shorten, writeBlocks } from "../content/block-writer.ts";
import { writeCache } from "../content/cache-hint.ts";
import { COUNT_PATH, ID, MESSAGES_PATH } from "../wire.ts";
import { writeServers } from "./mcp-servers.ts";
import { writeEffort, writeThinkingConfig } from "./reasoning.ts";
import { writeToolChoice, writeTools } from "./tools.ts";
import { countLeading, writeTurns } from "./turns.ts";

/** Writes a request; the members that a prompt cache hashes come first, in one fixed order. */
export function writeRequest(conversation: Conversation, writing: Writing): WrittenRequest {
  const { model, messages, sampling } = conversation;
  const leading = countLeading(messages);
  const system = writeSystem(conversation, leading, writing);
  const tools = writeTools(conversation, writing);
  const choice = writeToolChoice(conversation, tools, writing);
  const thinking = writeThinkingConfig(conversation.reasoning, writing);
  const config = writeOutputConfig(conversation, writing);
  const tier = writeTier(conversation, writing);

  const body: Members = { model };
  if (system.length > 0) body["system"] = shorten(system);
  if (tools.length > 0) body["tools"] = tools;
  if (choice !== undefined) body["tool_choice"] = choice;
  body["messages"] = writeTurns(messages.slice(leading), model, writing);
  if (conversation.maxOutputTokens !== undefined) body["max_tokens"] = conversation.maxOutputTokens;
  if (thinking !== undefined) body["thinking"] = thinking;
  if (config !== undefined) body["output_config"] = config;
  if (conversation.stop.length > 0) body["stop_sequences"] = conversation.stop;
  if (sampling.temperature !== undefined) body["temperature"] = sampling.temperature;
  if (sampling.topP !== undefined) body["top_p"] = sampling.topP;
  if (sampling.topK !== undefined) body["top_k"] = sampling.topK;
  if (conversation.user !== undefined) body["metadata"] = { user_id: conversation.user };
  if (tier !== undefined) body["service_tier"] = tier;
  if (conversation.cache?.automatic !== undefined)
    body["cache_control"] = writeCache(conversation.cache.automatic);
  if (conversation.stream !== undefined) body["stream"] = conversation.stream.enabled;
  restoreOwn(body, ownMembers(conversation, ID));
  const beta = writeServers(body, conversation.tools);
  const headers = beta === undefined ? {} : { headers: beta };
  if (writing.operation === "count_tokens")
    return { path: COUNT_PATH, body: pickMembers(body, COUNTED), ...headers };
  return { path: MESSAGES_PATH, body, ...headers };
}

// The members of MessageCountTokensParams, its beta members included.
const COUNTED: ReadonlySet<string> = new Set([
  "model",
  "system",
  "tools",
  "tool_choice",
  "messages",
  "thinking",
  "output_config",
  "output_format",
  "cache_control",
  "compaction",
  "context_management",
  "mcp_servers",
  "speed",
]);

function writeSystem({ system, messages }: Conversation, leading: number, writing: Writing): Members[] {
  const blocks = [...system, ...messages.slice(0, leading).flatMap((message) => message.content)];
  for (const block of blocks) {
    if (block.type !== "image" && block.type !== "document") continue;
    writing.note({
      node: block,
      at: "",
      disposition: "refused",
      reason: `the system prompt takes no ${block.type}`,
      feature: `${block.type}.${block.source.kind}`,
    });
  }
  return writeBlocks(blocks, writing);
}

function writeOutputConfig(conversation: Conversation, writing: Writing): Members | undefined {
  const config: Members = {};
  const effort = writeEffort(conversation, writing);
  if (effort !== undefined) config["effort"] = effort;
  const { output } = conversation;
  if (output?.kind === "json_schema") {
    noteLabels(output, writing);
    refuseRecursion(output.schema, writing);
    const schema = adaptSchema(output.schema, ({ path, keyword, loses }) =>
      writing.note({
        node: undefined,
        at: `$.output_config.format.schema${path}.${keyword}`,
        disposition: loses ? "disclosed" : "mapped",
        reason: loses
          ? `${keyword} is not enforced by this wire`
          : "objects are closed, as this wire requires",
        feature: "output.json_schema",
      }),
    );
    config["format"] = { type: "json_schema", schema };
  }
  return Object.keys(config).length === 0 ? undefined : config;
}

function refuseRecursion(schema: unknown, writing: Writing): void {
  if (!isRecursive(schema)) return;
  writing.note({
    node: undefined,
    at: "$.output_config.format.schema",
    disposition: "refused",
    reason: "a schema that refers to itself cannot be enforced here",
    feature: "output.json_schema",
  });
}

function noteLabels(
  output: { name?: string | undefined; description?: string | undefined },
  writing: Writing,
) {
  for (const member of ["name", "description"] as const) {
    if ((output[member] ?? "") === "") continue;
    writing.note({
      node: undefined,
      at: `$.output_config.format.${member}`,
      disposition: member === "name" ? "mapped" : "disclosed",
      reason: member === "name" ? "only a label, which this wire does not have" : "has no place in this wire",
      feature: "output.json_schema",
    });
  }
}

function writeTier({ serviceTier }: Conversation, writing: Writing): string | undefined {
  if (serviceTier === undefined || serviceTier === "auto" || serviceTier === "standard_only")
    return serviceTier;
  if (serviceTier === "default" || serviceTier === "standard") return "standard_only";
  writing.note({
    node: undefined,
    at: "$.service_tier",
    disposition: "disclosed",
    reason: `the tier ${serviceTier} does not exist here`,
    feature: "service_tier",
  });
  return undefined;
}
