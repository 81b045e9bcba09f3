import type { Block, ThinkingBlock, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import { Cursor, missing, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { markOptional } from "../../members/optional.ts";
import { asVendor, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { ID, OPTIONAL_ITEMS, PART_BREAK } from "../wire.ts";
import { type Place, readPart } from "./block-reader.ts";
import { TRIGGER, triggerMark } from "./compaction.ts";
import { renderUnit } from "./rendering.ts";
import { readSearchUnit, SEARCH_CALL } from "./search-unit.ts";
import { readSearchCall } from "./tool-search.ts";
import { readTypedCall } from "./typed-call.ts";

/** Reads an item of the model's side: a message becomes its parts, any other item one block. */
export function readModelItem(
  value: unknown,
  path: string,
  origins: Origins,
  place: Exclude<Place, "input">,
): Block[] {
  const cursor = new Cursor(value, path);
  switch (cursor.peek("type")) {
    case undefined:
    case "message":
      return readMessageItem(cursor, origins, place);
    case "reasoning":
      return [origins.mark(readReasoning(cursor, place), path)];
    case "function_call":
      return [origins.mark(readFunctionCall(cursor, place), path)];
    case "custom_tool_call":
      return [origins.mark(readCustomCall(cursor, place), path)];
    case "tool_search_call": {
      // In a reply it stays opaque: only requests say whether the caller runs the search.
      const call = place === "history" ? readSearchCall(cursor) : undefined;
      return [origins.mark(call ?? readOpaqueItem(cursor), path)];
    }
    default: {
      // In a reply it stays opaque: only requests say which tools the caller runs.
      const call = place === "history" ? readTypedCall(cursor) : undefined;
      return [origins.mark(call ?? readOpaqueItem(cursor), path)];
    }
  }
}

/** Reads an item that only this dialect can read. */
export function readOpaqueItem(cursor: Cursor): Block {
  const { type, id } = cursor.value;
  const kind = typeof type === "string" ? type : "item_reference";
  const rendering = renderUnit(kind, cursor.value);
  const block: Block = {
    type: "opaque",
    dialect: ID,
    kind,
    ...(typeof id === "string" ? { id } : {}),
    value: cursor.value,
    ...(kind === SEARCH_CALL ? { search: readSearchUnit(cursor.value) } : {}),
    ...(rendering === undefined ? {} : { rendering }),
    ...(kind === "code_interpreter_call" ? { isRun: true } : {}),
    ...(kind === TRIGGER ? triggerMark : {}),
  };
  return OPTIONAL_ITEMS.has(kind) ? markOptional(block) : block;
}

// The item's own members stand on its first block; those of that block's part stand under `content`.
function readMessageItem(cursor: Cursor, origins: Origins, place: Exclude<Place, "input">): Block[] {
  const marks: string[] = [];
  if (cursor.text("type") === undefined) marks.push("easy");
  cursor.text("role");
  readStatus(cursor, place);
  const content = cursor.take("content");
  if (typeof content === "string") marks.push("string");
  if (!isText(cursor.peek("id"))) marks.push("item");
  const blocks = readContent(content, cursor.at("content"), origins, place);
  const [first] = blocks;
  const members = leftover(cursor);
  if (first === undefined) {
    const empty: Block = { type: "text", text: "", ...asVendor(ID, members, [...marks, "empty"]) };
    return [origins.mark(empty, cursor.path)];
  }
  const { [ID]: inner, ...innerMarks } = first.vendor ?? {};
  const vendor = { ...asVendor(ID, nest(members, "content", inner), marks)?.vendor, ...innerMarks };
  if (Object.keys(vendor).length > 0) first.vendor = vendor;
  origins.mark(first, cursor.path);
  return blocks;
}

/** Reads the content of a message: a text, or a list of parts. */
export function readContent(content: unknown, path: string, origins: Origins, place: Place): Block[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [origins.mark({ type: "text", text: content }, path)];
  if (!Array.isArray(content)) throw wrongType(path, content, "text or a list");
  return content.map((part, index) => readPart(part, `${path}[${index}]`, origins, place));
}

// That an item of a reply is finished goes without saying: the writer says it by itself.
function readStatus(cursor: Cursor, place: Place): void {
  if (place === "reply" && cursor.peek("status") === "completed") cursor.take("status");
}

function readReasoning(cursor: Cursor, place: Place): ThinkingBlock {
  cursor.take("type");
  const marks = ["reasoning"];
  const summary = readTexts(cursor, "summary", "summary_text");
  const content = readTexts(cursor, "content", "reasoning_text");
  const sealed = cursor.text("encrypted_content");
  // The id also stays among the item's own members, which the account names one by one.
  const id = cursor.peek("id");
  if (content?.length === 0) marks.push("content");
  if (summary === undefined && place !== "reply") marks.push("unsummarised");
  const parts = [
    ...(summary ?? []).map((text) => ({ text, kind: "s" })),
    ...(content ?? []).map((text) => ({ text, kind: "c" })),
  ];
  const isPlain = parts.length === 0 || (parts.length === 1 && parts[0]!.text !== "");
  if (!isPlain) marks.push(`parts=${parts.map(({ kind, text }) => `${kind}${text.length}`).join("+")}`);
  const isSummary = parts.length > 0 && parts.every(({ kind }) => kind === "s");
  return {
    type: "thinking",
    text: parts.map(({ text }) => text).join(PART_BREAK),
    ...(isSummary ? { summary: true } : {}),
    ...(sealed === undefined ? {} : { sealed }),
    ...(isText(id) ? { id } : {}),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

// A list that holds anything but plain parts of its kind stays with the members that only this dialect knows.
function readTexts(cursor: Cursor, name: string, type: string): string[] | undefined {
  const list = cursor.peek(name);
  if (list === undefined || typeof list === "string") return undefined;
  if (!Array.isArray(list)) throw wrongType(cursor.at(name), list, "a list");
  const isPlain = list.every(
    (part) =>
      isMembers(part) && part["type"] === type && isText(part["text"]) && Object.keys(part).length === 2,
  );
  if (!isPlain) return undefined;
  cursor.take(name);
  return list.map((part: Members) => part["text"] as string);
}

function readFunctionCall(cursor: Cursor, place: Place): ToolUseBlock {
  cursor.take("type");
  readStatus(cursor, place);
  const marks: string[] = [];
  const text = cursor.text("arguments") ?? "";
  if (text === "") marks.push("blank");
  const namespace = cursor.text("namespace");
  return {
    type: "tool_use",
    id: readCallId(cursor),
    name: cursor.need("name"),
    ...(namespace === undefined ? {} : { namespace }),
    kind: "function",
    ...readArguments(text),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

function readCustomCall(cursor: Cursor, place: Place): ToolUseBlock {
  cursor.take("type");
  readStatus(cursor, place);
  const inputText = cursor.text("input") ?? "";
  const namespace = cursor.text("namespace");
  return {
    type: "tool_use",
    id: readCallId(cursor),
    name: cursor.need("name"),
    ...(namespace === undefined ? {} : { namespace }),
    kind: "custom",
    input: undefined,
    inputText,
    ...asVendor(ID, leftover(cursor)),
  };
}

// Without an id of the call, the item's own id names it: it is as stable and as unique.
function readCallId(cursor: Cursor): string {
  const id = cursor.text("call_id") ?? cursor.peek("id");
  if (!isText(id)) throw missing(cursor.at("call_id"));
  return id;
}

/** The input of a call from its text; the text is kept too if the input would not give it back. */
export function readArguments(text: string): Pick<ToolUseBlock, "input" | "inputText"> {
  if (text === "") return { input: {} };
  try {
    const input: unknown = parseAsWritten(text);
    return JSON.stringify(input) === text ? { input } : { input, inputText: text };
  } catch {
    return { input: {}, inputText: text }; // Cut off or malformed: the text says more than an error would.
  }
}

/** Reads the result of a tool call. */
export function readToolResult(cursor: Cursor, origins: Origins): ToolResultBlock {
  const type = cursor.need("type");
  const marks: string[] = [];
  const id = cursor.need("call_id");
  const output = cursor.take("output");
  if (output !== undefined && typeof output !== "string" && !Array.isArray(output))
    throw wrongType(cursor.at("output"), output, "text or a list");
  if (Array.isArray(output)) marks.push("list");
  // The name also stays among the item's own members, which the account names one by one.
  const name = cursor.peek("name");
  return {
    type: "tool_result",
    id,
    ...(isText(name) ? { name } : {}),
    kind: type === "custom_tool_call_output" ? "custom" : "function",
    content: output === "" ? [] : readContent(output, cursor.at("output"), origins, "input"),
    ...asVendor(ID, leftover(cursor), marks),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
