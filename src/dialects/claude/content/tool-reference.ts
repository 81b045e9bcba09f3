import type { TextBlock } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, leftover } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { ID } from "../wire.ts";
import { endBlock, readCache } from "./cache-hint.ts";

const SPELLING = "tool_reference";
const HEAD = "Tool loaded: ";

/**
 * Reads the reference by which a caller's own search loads a tool that was deferred. Elsewhere every tool is loaded
 * from the start, so the reference becomes a text that says so.
 */
export function readToolReference(cursor: Cursor): TextBlock | undefined {
  if (typeof cursor.peek("tool_name") !== "string") return undefined;
  const text = HEAD + cursor.need("tool_name");
  const cache = readCache(cursor);
  return { type: "text", text, ...cache, ...asVendor(ID, leftover(cursor), [SPELLING]) };
}

/** Whether a text was such a reference. */
export function isToolReference(block: TextBlock): boolean {
  return isSpelled(block, ID, SPELLING) && block.text.startsWith(HEAD);
}

export function writeToolReference(block: TextBlock): Members {
  return endBlock({ type: "tool_reference", tool_name: block.text.slice(HEAD.length) }, block);
}
