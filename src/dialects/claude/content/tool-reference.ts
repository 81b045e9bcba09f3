import type { TextBlock } from "../../../contract/index.ts";
import type { Cursor, Members } from "../../members/cursor.ts";
import { asVendor, leftOver } from "../members.ts";
import { endBlock, readCache } from "./cache-hint.ts";

// A vendor entry without members: it says how the text was spelled, and no other dialect loses anything by it.
const MARK = "claude:tool_reference";
const HEAD = "Tool loaded: ";

/**
 * Reads the reference by which a caller's own search loads a tool that was deferred. Elsewhere every tool is loaded
 * from the start, so what is left of the reference is its news.
 */
export function readToolReference(cursor: Cursor): TextBlock | undefined {
  if (typeof cursor.peek("tool_name") !== "string") return undefined;
  const text = HEAD + cursor.need("tool_name");
  const cache = readCache(cursor);
  const vendor = { ...asVendor(leftOver(cursor))?.vendor, [MARK]: {} };
  return { type: "text", text, ...cache, vendor };
}

/** Whether a text was such a reference. */
export function isToolReference(block: TextBlock): boolean {
  return block.vendor !== undefined && MARK in block.vendor && block.text.startsWith(HEAD);
}

/** Writes the reference. */
export function writeToolReference(block: TextBlock): Members {
  return endBlock({ type: "tool_reference", tool_name: block.text.slice(HEAD.length) }, block);
}
