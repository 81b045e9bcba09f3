import type { Block, OpaqueBlock } from "../../../contract/index.ts";
import { Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { markOptional } from "../../members/optional.ts";
import { asVendor, keepOwn, leftover, nest } from "../../members/own-members.ts";
import type { Origins } from "../../origins.ts";
import { ID } from "../wire.ts";
import { readCache } from "./cache-hint.ts";
import { readCitation } from "./citations.ts";
import { readDocument, readImage, readSearchResult } from "./media-reader.ts";
import { isRun, renderUnit } from "./rendering.ts";
import { readSearchUnit } from "./search-unit.ts";
import { readToolReference } from "./tool-reference.ts";

/** Reads content that is a text or a list of blocks. */
export function readContent(value: unknown, path: string, origins: Origins): Block[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [origins.mark({ type: "text", text: value }, path)];
  if (!Array.isArray(value)) throw wrongType(path, value, "text or a list");
  return value.map((block, index) => readBlock(block, `${path}[${index}]`, origins));
}

/** Reads one block. A kind that only this dialect has becomes an opaque unit. */
export function readBlock(value: unknown, path: string, origins: Origins): Block {
  const cursor = new Cursor(value, path);
  const type = cursor.need("type");
  return origins.mark(readKnown(cursor, type, origins) ?? opaqueBlock(type, cursor.value), path);
}

/** A unit of this dialect, kept whole. */
export function opaqueBlock(kind: string, value: Members): Block {
  const id = value["id"] ?? value["tool_use_id"];
  const search = readSearchUnit(kind, value);
  const rendering = search === undefined ? renderUnit(kind, value) : undefined;
  const toolChange = readToolChange(kind, value["tool"]);
  const block: Block = {
    type: "opaque",
    dialect: ID,
    kind,
    ...(typeof id === "string" ? { id } : {}),
    value,
    ...(toolChange === undefined ? {} : { toolChange }),
    ...(search === undefined ? {} : { search }),
    ...(rendering === undefined ? {} : { rendering }),
    ...(isRun(kind, value) ? { isRun: true } : {}),
  };
  return kind === "fallback" || isToolSearch(kind, value["name"]) ? markOptional(block) : block;
}

// A tool that the block itself defines, or one of an MCP server, is not among the tools of the request.
function readToolChange(kind: string, tool: unknown): OpaqueBlock["toolChange"] {
  if (kind !== "tool_addition" && kind !== "tool_removal") return undefined;
  if (!isMembers(tool) || tool["type"] !== "tool_reference") return undefined;
  const { name } = tool;
  return typeof name === "string" ? { name, isOffered: kind === "tool_addition" } : undefined;
}

// The vendor's own search only loads tools that were deferred; elsewhere all of them are loaded from the start.
function isToolSearch(kind: string, name: unknown): boolean {
  if (kind === "tool_search_tool_result") return true;
  return kind === "server_tool_use" && typeof name === "string" && name.startsWith("tool_search_tool");
}

function readKnown(cursor: Cursor, type: string, origins: Origins): Block | undefined {
  switch (type) {
    case "text":
      return readText(cursor);
    case "image":
      return readImage(cursor, { ...readCache(cursor) });
    case "document":
      return readDocument(cursor, { ...readCache(cursor) });
    case "search_result":
      return readSearchResult(cursor, { ...readCache(cursor) });
    case "tool_use":
      return readToolUse(cursor);
    case "tool_result":
      return readToolResult(cursor, origins);
    case "thinking":
      return readThinking(cursor);
    case "tool_reference":
      return readToolReference(cursor);
    case "redacted_thinking":
      return { type, data: cursor.need("data"), ...readCache(cursor), ...asVendor(ID, leftover(cursor)) };
    default:
      return undefined;
  }
}

function readText(cursor: Cursor): Block {
  const citations = cursor.list("citations", readCitation);
  return {
    type: "text",
    text: cursor.need("text"),
    // No citations and an empty list of them are the same answer; streams begin with the empty list.
    ...(citations === undefined || citations.length === 0 ? {} : { citations }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor)),
  };
}

// Every call of the model itself has the caller `direct`; without other members it says nothing more.
function readToolUse(cursor: Cursor): Block {
  const caller = cursor.take("caller");
  const isDirect = isMembers(caller) && caller["type"] === "direct" && Object.keys(caller).length === 1;
  const block: Block = {
    type: "tool_use",
    id: cursor.need("id"),
    name: cursor.need("name"),
    kind: "function",
    input: cursor.take("input") ?? {},
    ...readCache(cursor),
  };
  const own = nest(leftover(cursor), "caller", isDirect ? undefined : (caller ?? undefined));
  return keepOwn(block, ID, own);
}

function readToolResult(cursor: Cursor, origins: Origins): Block {
  const isError = cursor.flag("is_error");
  return {
    type: "tool_result",
    id: cursor.need("tool_use_id"),
    kind: "function",
    content: readContent(cursor.take("content"), cursor.at("content"), origins),
    ...(isError === undefined ? {} : { isError }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor)),
  };
}

// An empty signature means none: streams begin with it, and so do the replies
// that are written here for thinking that came without one.
function readThinking(cursor: Cursor): Block {
  const text = cursor.text("thinking") ?? "";
  const signature = cursor.text("signature");
  return {
    type: "thinking",
    text,
    ...(signature === undefined || signature === "" ? {} : { signature }),
    ...readCache(cursor),
    ...asVendor(ID, leftover(cursor)),
  };
}
