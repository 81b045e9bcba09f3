import type { Block, Tool, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { spellingValue } from "../../members/spelling.ts";
import type { Origins } from "../../origins.ts";
import { ID } from "../wire.ts";

/**
 * The search for tools that the caller itself runs. Its tool, calls and results have types of their own on this
 * wire, though they are a function and its calls in all but name, and so they are read as one.
 */
export const TOOL_SEARCH = "tool_search";

const MARK = `call=${TOOL_SEARCH}`;

/** Whether a tool, call or result is of a search that the caller runs. */
export function isToolSearch(node: Pick<Block, "vendor"> | Tool): boolean {
  return spellingValue(node, ID, "call") === TOOL_SEARCH;
}

/** Reads the tool; undefined if the vendor runs it. */
export function readSearchTool(cursor: Cursor, marks: readonly string[]): Tool | undefined {
  if (cursor.peek("type") !== TOOL_SEARCH || cursor.peek("execution") !== "client") return undefined;
  cursor.take("type");
  cursor.take("execution");
  const description = cursor.text("description");
  return {
    kind: "function",
    name: TOOL_SEARCH,
    ...(description === undefined ? {} : { description }),
    parameters: cursor.take("parameters"),
    ...asVendor(ID, leftover(cursor), [...marks, MARK]),
  };
}

export function writeSearchTool(tool: Extract<Tool, { kind: "function" }>): Members {
  const written: Members = { type: TOOL_SEARCH, execution: "client" };
  if (tool.description !== undefined) written["description"] = tool.description;
  if (tool.parameters !== undefined) written["parameters"] = tool.parameters;
  return restoreOwn(written, ownMembers(tool, ID));
}

/** Reads a call; undefined if the vendor ran it, or if nothing says which result belongs to it. */
export function readSearchCall(cursor: Cursor): ToolUseBlock | undefined {
  if (!isClients(cursor) || !isMembers(cursor.peek("arguments"))) return undefined;
  cursor.take("type");
  return {
    type: "tool_use",
    id: cursor.need("call_id"),
    name: TOOL_SEARCH,
    kind: "function",
    input: cursor.take("arguments"),
    ...asVendor(ID, leftover(cursor), [MARK]),
  };
}

/** Writes a call, without its status. */
export function writeSearchCall(block: ToolUseBlock, id: unknown, callId: string): Members {
  return {
    type: "tool_search_call",
    ...(id === undefined ? {} : { id }),
    call_id: callId,
    execution: "client",
    arguments: block.inputText === undefined ? (block.input ?? {}) : parse(block.inputText),
  };
}

/** Reads a result: the tools that were found, which the model sees as their own JSON; undefined as for calls. */
export function readSearchResult(cursor: Cursor, origins: Origins): ToolResultBlock | undefined {
  if (!isClients(cursor) || !Array.isArray(cursor.peek("tools"))) return undefined;
  cursor.take("type");
  const text = JSON.stringify(cursor.take("tools"));
  return {
    type: "tool_result",
    id: cursor.need("call_id"),
    name: TOOL_SEARCH,
    kind: "function",
    content: [origins.mark({ type: "text", text }, cursor.at("tools"))],
    ...asVendor(ID, leftover(cursor), [MARK]),
  };
}

export function writeSearchResult(block: ToolResultBlock, callId: string): Members {
  const [first] = block.content;
  const tools = first?.type === "text" ? parse(first.text) : [];
  const written: Members = { type: "tool_search_output", call_id: callId, execution: "client", tools };
  return restoreOwn(written, ownMembers(block, ID));
}

function isClients(cursor: Cursor): boolean {
  return cursor.peek("execution") === "client" && typeof cursor.peek("call_id") === "string";
}

function parse(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return text; // Cut off: what there is of it says more than nothing.
  }
}
