import type { Block, Stop, ThinkingBlock, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { isMembers, type Members, omitMembers } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingValue } from "../../members/spelling.ts";
import { withErrorMark } from "../../rendering/error-mark.ts";
import { isForeignSearch } from "../../search/foreign-search.ts";
import { ID, ID_PREFIX, type MintedItem, PART_BREAK } from "../wire.ts";
import { type Note, startsItem, writePart } from "./block-writer.ts";
import { isCompaction, writeCompaction } from "./compaction.ts";
import type { SearchWriter } from "./search-writer.ts";
import { isToolSearch, writeSearchCall, writeSearchResult } from "./tool-search.ts";
import { completeTypedCall, typedCallOf, writeTypedCall, writeTypedResult } from "./typed-call.ts";

/** Settings for writing the items of one turn or reply. */
export interface ItemWriting {
  readonly place: "history" | "reply";
  readonly callId: (id: string) => string;
  /** The id of an item that has none, if the wire needs one. */
  readonly mint?: (item: MintedItem) => string;
  readonly note: Note;
  /** Writes the searches of other dialects, in replies. */
  readonly searches?: SearchWriter;
  /** Whether reasoning of other vendors is written as a summary. */
  readonly summarises?: boolean;
  /** Why the reply stopped, if that decides whether its last message is whole. */
  readonly stop?: Stop | undefined;
}

/** Writes one turn of the model as items; text that belongs together stays in one message. */
export function writeModelItems(content: readonly Block[], writing: ItemWriting): Members[] {
  const items: Members[] = [];
  let message: Members[] | undefined;
  let first: Block | undefined;
  for (const block of content) {
    if (isMessagePart(block)) {
      if (message === undefined || startsItem(block)) {
        message = [];
        first = block;
        items.push(writeMessage(block, message, writing));
      }
      addPart(message, block, writing);
      continue;
    }
    const item = isForeignSearch(block, ID)
      ? writing.searches?.push(block.search)
      : writeModelItem(block, writing);
    if (item === undefined) continue;
    message = undefined;
    items.push(item);
  }
  if (message !== undefined && closesIncomplete(first!, writing.stop)) items.at(-1)!["status"] = "incomplete";
  items.push(...(writing.searches?.end() ?? []));
  return items;
}

/** Whether a block is part of a message, and no item of its own. */
export function isMessagePart(block: Block): boolean {
  if (block.type === "opaque") return block.dialect === ID && isSpelled(block, ID, "part");
  return (block.type === "text" && !isCompaction(block)) || block.type === "refusal";
}

/** Begins a message item with its first block; its parts are added to the given list. */
export function writeMessage(first: Block, parts: Members[], writing: ItemWriting): Members {
  const own = omitMembers(ownMembers(first, ID), "content");
  const item: Members = isSpelled(first, ID, "easy") ? {} : { type: "message" };
  if (!startsItem(first)) {
    if (writing.mint !== undefined) item["id"] = writing.mint("message");
  } else if (own["id"] !== undefined) item["id"] = own["id"];
  else if (writing.mint !== undefined) item["id"] = writing.mint("message");
  item["role"] = "assistant";
  Object.assign(item, statusOf(first, writing));
  item["content"] = isSpelled(first, ID, "string") && first.type === "text" ? first.text : parts;
  return startsItem(first) ? restoreOwn(item, own) : item;
}

/** Adds one block to a message's parts. */
export function addPart(parts: Members[], block: Block, writing: ItemWriting): Members | undefined {
  if (isSpelled(block, ID, "empty") && block.type === "text" && block.text === "") return undefined;
  const part = writePart(block, writing.place, writing.note);
  if (part !== undefined) parts.push(part);
  return part;
}

/** Writes a block that is an item of its own; undefined if it has no place. */
export function writeModelItem(block: Block, writing: ItemWriting): Members | undefined {
  switch (block.type) {
    case "text":
      return isCompaction(block) ? writeCompaction(block, writing.mint) : noPlace(block, writing);
    case "tool_use":
      return writeCall(block, writing);
    case "thinking":
      return writeReasoning(block, writing);
    case "opaque":
      return block.dialect === ID && isMembers(block.value) ? { ...block.value } : undefined;
    case "image":
      return writing.place === "reply" ? writeImage(block, writing) : noPlace(block, writing);
    case "redacted_thinking":
      return undefined;
    default:
      return noPlace(block, writing);
  }
}

function noPlace(block: Block, { note }: ItemWriting): undefined {
  const reason = `the model's turn holds no ${block.type} here`;
  note({ node: block, at: "", disposition: "refused", reason });
}

function writeCall(block: ToolUseBlock, writing: ItemWriting): Members {
  const own = ownMembers(block, ID);
  if (isToolSearch(block)) {
    const id = own["id"] ?? writing.mint?.("tool_search_call");
    const call = writeSearchCall(block, id, writing.callId(block.id));
    return restoreOwn(Object.assign(call, statusOf(block, writing)), own);
  }
  const typed = typedCallOf(block);
  if (typed !== undefined) {
    const id = own["id"] ?? writing.mint?.(`${typed}_call` as MintedItem);
    const call = writeTypedCall(typed, block, id, writing.callId(block.id));
    if (writing.place === "reply") completeTypedCall(call);
    return restoreOwn(Object.assign(call, statusOf(block, writing)), own);
  }
  const type = block.kind === "custom" ? "custom_tool_call" : "function_call";
  const id = own["id"] ?? writing.mint?.(type);
  const item: Members = { type, ...(id === undefined ? {} : { id }), call_id: writing.callId(block.id) };
  item["name"] = block.name;
  if (block.namespace !== undefined) item["namespace"] = block.namespace;
  if (block.kind === "custom") item["input"] = block.inputText ?? textOf(block.input);
  else
    item["arguments"] =
      block.inputText ?? (isSpelled(block, ID, "blank") ? "" : JSON.stringify(block.input ?? {}));
  return restoreOwn(Object.assign(item, statusOf(block, writing)), own);
}

function textOf(input: unknown): string {
  return typeof input === "string" ? input : input === undefined ? "" : JSON.stringify(input);
}

function statusOf(block: Block, { place }: ItemWriting): Members {
  const { status } = ownMembers(block, ID);
  if (status !== undefined) return { status };
  if (place === "history") return {};
  return { status: isCutOff(block) ? "incomplete" : "completed" };
}

/** Whether a call's arguments stop in the middle. */
export function isCutOff(block: Block): boolean {
  if (block.type !== "tool_use" || block.kind === "custom" || block.inputText === undefined) return false;
  if (block.inputText.trim() === "") return false;
  try {
    JSON.parse(block.inputText);
    return false;
  } catch {
    return true; // Not JSON, which is the answer.
  }
}

/** Whether a message without an id of its own was cut off by the end of the reply. */
export function closesIncomplete(first: Block, stop: Stop | undefined): boolean {
  return (
    ownMembers(first, ID)["id"] === undefined &&
    (stop?.reason === "max_tokens" || stop?.reason === "context_window")
  );
}

function writeReasoning(block: ThinkingBlock, writing: ItemWriting): Members | undefined {
  const isOwn = isSpelled(block, ID, "reasoning");
  if (!isOwn && writing.place === "history") {
    if (block.text === "" && block.signature === undefined && block.sealed === undefined) return undefined;
    // OpenAI answers 400 to reasoning that it did not issue: an unknown id, or plain reasoning text.
    const reason = "only reasoning that this API issued can be sent back to it";
    writing.note({ node: block, at: "", disposition: "disclosed", reason, feature: "thinking.text" });
    return undefined;
  }
  if (isForeignBlank(block)) return undefined;
  const own = ownMembers(block, ID);
  const id = block.id ?? writing.mint?.("reasoning");
  const { summary, content } = splitReasoning(block, writing.summarises);
  const item: Members = { type: "reasoning", ...(id === undefined ? {} : { id }) };
  if (summary.length > 0 || (!isSpelled(block, ID, "unsummarised") && own["summary"] === undefined))
    item["summary"] = summary;
  if (content.length > 0 || isSpelled(block, ID, "content")) item["content"] = content;
  if (block.sealed !== undefined && (isOwn || writing.place === "history"))
    item["encrypted_content"] = block.sealed;
  return restoreOwn(item, own);
}

/** Whether thinking of another vendor holds no text. Its signature has no place here, so nothing is left to write. */
export function isForeignBlank(block: Block): boolean {
  return block.type === "thinking" && block.text === "" && !isSpelled(block, ID, "reasoning");
}

/** Whether the text of reasoning is a summary: the block says so, or the caller asked another vendor's reasoning for one. */
export function isSummary(block: ThinkingBlock, summarises = false): boolean {
  return block.summary === true || (summarises && !isSpelled(block, ID, "reasoning"));
}

/** The parts of a reasoning item, from the one text that the conversation holds. */
export function splitReasoning(
  block: ThinkingBlock,
  summarises?: boolean,
): { summary: Members[]; content: Members[] } {
  const summary: Members[] = [];
  const content: Members[] = [];
  const spans = spellingValue(block, ID, "parts")
    ?.split("+")
    .map((span) => ({ kind: span[0], length: Number(span.slice(1)) }));
  const total = spans?.reduce((sum, { length }) => sum + length + PART_BREAK.length, -PART_BREAK.length);
  if (spans === undefined || total !== block.text.length) {
    if (block.text !== "") add(isSummary(block, summarises) ? "s" : "c", block.text);
    return { summary, content };
  }
  let start = 0;
  for (const { kind, length } of spans) {
    add(kind, block.text.slice(start, start + length));
    start += length + PART_BREAK.length;
  }
  return { summary, content };

  function add(kind: string | undefined, text: string): void {
    if (kind === "s") summary.push({ type: "summary_text", text });
    else content.push({ type: "reasoning_text", text });
  }
}

function writeImage(block: Extract<Block, { type: "image" }>, { mint }: ItemWriting): Members | undefined {
  if (block.source.kind !== "base64") return undefined;
  const id = mint?.("image_generation_call") ?? "";
  return { type: "image_generation_call", id, status: "completed", result: block.source.data };
}

/** Writes the result of a tool call. */
export function writeToolResult(block: ToolResultBlock, writing: ItemWriting): Members {
  if (isToolSearch(block)) return writeSearchResult(block, writing.callId(block.id));
  const typed = typedCallOf(block);
  if (typed !== undefined) return writeTypedResult(typed, block, writing.callId(block.id));
  const type = block.kind === "custom" ? "custom_tool_call_output" : "function_call_output";
  const item: Members = { type, call_id: writing.callId(block.id) };
  item["output"] = writeOutput(block, writing.note);
  return restoreOwn(Object.assign(item, statusOf(block, writing)), ownMembers(block, ID));
}

function writeOutput(block: ToolResultBlock, note: Note): unknown {
  const content = withErrorMark(block.content, block.isError);
  const [first, ...more] = content;
  if (!isSpelled(block, ID, "list")) {
    if (first === undefined) return "";
    const isPlain = first.type === "text" && first.cache === undefined && first.vendor === undefined;
    if (isPlain && more.length === 0) return first.text;
  }
  return content.flatMap((part) => writePart(part, "input", note) ?? []);
}

/** Makes ids for items that have none: the same reply always gets the same ids. */
export function idMint(replyId: string): (item: MintedItem) => string {
  let count = 0;
  const base = replyId.replace(/^resp_/, "").slice(0, 48);
  return (item) => `${ID_PREFIX[item]}_${base}_${count++}`;
}
