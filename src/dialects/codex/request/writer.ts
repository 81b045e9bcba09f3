import type { Block, Conversation, Message, Tool } from "../../../contract/index.ts";
import { putCacheOptions } from "../../cache/cache-options.ts";
import type { Writing, WrittenRequest } from "../../codec/request-codec.ts";
import { isMembers, type Members, omitMembers, pickMembers } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { isAgentMessage, writeAgentMessage } from "../content/agent-message.ts";
import { discloseCache, writePart } from "../content/block-writer.ts";
import { isCompaction, writeCompaction } from "../content/compaction.ts";
import { type ItemWriting, writeModelItems, writeToolResult } from "../content/item-writer.ts";
import { CACHE_TTLS, COUNT_PATH, ID, RESPONSES_PATH } from "../wire.ts";
import { writeInclude, writeReasoning, writeServiceTier, writeText } from "./parameters.ts";
import { additionalTools, isPlace, ownTools, placeOf, writeToolChoice, writeTools } from "./tools.ts";

/** Writes a request of the Responses API. The members that a prompt cache hashes come first. */
export function writeRequest(conversation: Conversation, writing: Writing): WrittenRequest {
  const { sampling, toolChoice, cache, stream } = conversation;
  const { note } = writing;
  const own = ownMembers(conversation, ID);
  const body: Members = {};
  const put = (name: string, value: unknown) => {
    if (value !== undefined) body[name] = value;
  };
  if (conversation.model !== "") put("model", conversation.model);
  put("instructions", writeInstructions(conversation, writing));
  const tools = ownTools(conversation.tools);
  if (tools.length > 0 || isSpelled(conversation, ID, "tools")) put("tools", writeTools(tools, note));
  if (toolChoice !== undefined) put("tool_choice", writeToolChoice(toolChoice, conversation.tools));
  put("parallel_tool_calls", conversation.parallelToolCalls);
  put("input", writeInput(conversation, writing));
  put("max_output_tokens", conversation.maxOutputTokens);
  put("temperature", sampling.temperature);
  put("top_p", sampling.topP);
  put("top_logprobs", sampling.logprobs?.top);
  put("include", writeInclude(conversation));
  put("text", writeText(conversation, note));
  put("reasoning", writeReasoning(conversation, note));
  put("stream", stream?.enabled);
  put("prompt_cache_key", cache?.key);
  put("prompt_cache_retention", cache?.retention);
  putCacheOptions(body, conversation, CACHE_TTLS, note);
  put("user", conversation.user);
  put("metadata", conversation.metadata);
  put("service_tier", writeServiceTier(conversation, note));
  put("store", conversation.store);
  put("previous_response_id", conversation.previous);
  refuseModalities(conversation, writing);
  const places = Object.keys(own).filter(isPlace);
  restoreOwn(body, omitMembers(own, ...places));
  if (writing.operation === "count_tokens") return { path: COUNT_PATH, body: pickMembers(body, COUNTED) };
  return { path: RESPONSES_PATH, body };
}

// The members of InputTokenCountParams.
const COUNTED: ReadonlySet<string> = new Set([
  "model",
  "instructions",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "input",
  "text",
  "reasoning",
  "conversation",
  "personality",
  "previous_response_id",
  "truncation",
]);

function writeInstructions({ system, vendor }: Conversation, { note }: Writing): string | undefined {
  const texts: string[] = [];
  for (const block of system) {
    discloseCache(block, note);
    if (block.type === "text") texts.push(block.text);
    else {
      const reason = "instructions are text";
      note({ node: block, at: "", disposition: "refused", reason, feature: "system.text" });
    }
  }
  if (texts.length === 0) return isSpelled({ vendor }, ID, "instructions") ? "" : undefined;
  return texts.join("\n\n");
}

function writeInput(conversation: Conversation, writing: Writing): unknown {
  const { messages, tools } = conversation;
  const [first] = messages;
  if (first === undefined && isSpelled(conversation, ID, "inputless")) return undefined;
  if (isSpelled(conversation, ID, "input") && messages.length === 1 && first?.content.length === 1) {
    const [block] = first.content;
    if (block?.type === "text" && block.cache === undefined) return block.text;
  }
  const additional = additionalTools(tools);
  const items: Members[] = [];
  const write = (place: number, group: readonly Tool[]) => {
    additional.delete(place);
    const own = ownMembers(conversation, ID)[placeOf(place)];
    items.push({ ...(isMembers(own) ? own : ADDITIONAL), tools: writeTools(group, writing.note) });
  };
  const insertTools = () => {
    for (let group = next(); group !== undefined; group = next()) write(items.length, group);
  };
  const next = () => additional.get(items.length);
  for (const message of messages) {
    for (const item of writeMessage(message, writing)) {
      insertTools();
      items.push(item);
    }
  }
  insertTools();
  for (const [place, group] of additional) write(place, group);
  return items;
}

const ADDITIONAL = { type: "additional_tools", role: "developer" };

function writeMessage(message: Message, writing: Writing): Members[] {
  const items: ItemWriting = {
    place: "history",
    callId: (id) => writing.ids.forward(id),
    note: writing.note,
  };
  if (message.role === "assistant") {
    for (const block of message.content) {
      if (block.type === "tool_use" || block.type === "thinking") discloseCache(block, writing.note);
    }
    return writeModelItems(message.content, items);
  }
  // Results first: they answer the turn before, whatever else the same message says.
  const results: Members[] = [];
  const rest: Block[] = [];
  for (const block of message.content) {
    if (block.type === "tool_result") {
      discloseCache(block, writing.note);
      results.push(writeToolResult(block, items));
    } else if (isItem(block)) results.push({ ...(block.value as Members) });
    else if (isCompaction(block)) results.push(writeCompaction(block));
    else if (isAgentMessage(block)) results.push(writeAgentMessage(block));
    else rest.push(block);
  }
  const isSpent = rest.length === 0 && (message.content.length > 0 || message.role === "tool");
  return isSpent ? results : [...results, writeSaid(message, rest, writing)];
}

function isItem(block: Block): block is Extract<Block, { type: "opaque" }> {
  return (
    block.type === "opaque" && block.dialect === ID && !isSpelled(block, ID, "part") && isMembers(block.value)
  );
}

function writeSaid(message: Message, content: readonly Block[], { note }: Writing): Members {
  const item: Members = isSpelled(message, ID, "easy") ? {} : { type: "message" };
  item["role"] = message.role === "tool" ? "user" : message.role;
  for (const block of content) refuseMisplaced(block, note);
  const [only] = content;
  item["content"] =
    isSpelled(message, ID, "string") &&
    content.length === 1 &&
    only?.type === "text" &&
    only.cache === undefined
      ? only.text
      : writeParts(message, content, note);
  return restoreOwn(item, ownMembers(message, ID));
}

// The API rejects a message with an empty list.
function writeParts(message: Message, content: readonly Block[], note: Writing["note"]): Members[] {
  const parts = content.flatMap((block): Members[] => {
    const part = writePart(block, "input", note);
    return part === undefined ? [] : [part];
  });
  return parts.length === 0 && !isSpelled(message, ID, "no_parts")
    ? [{ type: "input_text", text: "" }]
    : parts;
}

function refuseMisplaced(block: Block, note: Writing["note"]): void {
  if (block.type !== "tool_use" && block.type !== "thinking" && block.type !== "redacted_thinking") return;
  const feature = block.type === "tool_use" ? "tool_use" : "thinking.text";
  const reason = "only the model's own turns hold what it thought or called";
  note({ node: block, at: "", disposition: "refused", reason, feature });
}

function refuseModalities({ modalities }: Conversation, { note }: Writing): void {
  if (modalities === undefined || modalities.every((modality) => modality === "text")) return;
  const reason = "this API answers in text";
  note({ node: undefined, at: "$.modalities", disposition: "refused", reason, feature: "modalities" });
}
