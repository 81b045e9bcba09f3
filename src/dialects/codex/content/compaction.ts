import type { Block, TextBlock } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import { ID } from "../wire.ts";

/** The type of the item that asks for a compaction; the answer is one item of type `compaction`. */
export const TRIGGER = "compaction_trigger";

const COMPACTION = "compaction";

/** The prefix of a summary in plain text. The vendor's own summaries are encrypted; any engine can read these. */
const PLAIN = "abp-summary:";

/** The text before a summary that replaces earlier turns. */
const HEAD = "Summary of the conversation so far:\n\n";

/** Marks the request for a compaction: a text that carries the same mark is its answer. */
export const triggerMark = asVendor(ID, undefined, [COMPACTION]);

/** Whether a block is a summary in place of earlier turns. */
export function isCompaction(block: Block): block is TextBlock {
  return block.type === "text" && isSpelled(block, ID, COMPACTION);
}

/** Reads a compaction that is in plain words; undefined for one that its vendor sealed. */
export function readCompaction(cursor: Cursor): TextBlock | undefined {
  const sealed = cursor.peek("encrypted_content");
  if (typeof sealed !== "string" || !sealed.startsWith(PLAIN)) return undefined;
  cursor.take("type");
  cursor.take("encrypted_content");
  return {
    type: "text",
    text: HEAD + sealed.slice(PLAIN.length),
    ...asVendor(ID, leftover(cursor), [COMPACTION]),
  };
}

export function writeCompaction(block: TextBlock, mint?: (item: "compaction") => string): Members {
  const summary = block.text.startsWith(HEAD) ? block.text.slice(HEAD.length) : block.text;
  const own = ownMembers(block, ID);
  const id = own["id"] ?? mint?.(COMPACTION);
  const item: Members = { type: COMPACTION, ...(id === undefined ? {} : { id }) };
  item["encrypted_content"] = PLAIN + summary;
  return restoreOwn(item, own);
}
