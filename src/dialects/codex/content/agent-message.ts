import type { Block, TextBlock } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { asVendor, leftover, ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled, spellingValue } from "../../members/spelling.ts";
import { ID, PART_BREAK } from "../wire.ts";

/** The type of an item with which one agent of Codex tells another one something. */
export const AGENT_MESSAGE = "agent_message";

/** Whether a block is a message of another agent. */
export function isAgentMessage(block: Block): block is TextBlock {
  return block.type === "text" && isSpelled(block, ID, AGENT_MESSAGE);
}

/**
 * Reads a message of another agent as a text that names the agents; undefined if a part of it is sealed, so that
 * only its vendor can read it.
 */
export function readAgentMessage(cursor: Cursor): TextBlock | undefined {
  const content = cursor.peek("content");
  if (!Array.isArray(content) || !content.every(isPlain)) return undefined;
  cursor.take("type");
  cursor.take("content");
  const texts = content.map((part: Members) => part["text"] as string);
  const marks = [AGENT_MESSAGE];
  if (texts.length !== 1) marks.push(`parts=${texts.map(({ length }) => length).join("+")}`);
  // The names of the agents also stay among the item's own members, which the account names one by one.
  const members = leftover(cursor);
  return {
    type: "text",
    text: headOf(members ?? {}) + texts.join(PART_BREAK),
    ...asVendor(ID, members, marks),
  };
}

/** Writes a message of another agent. */
export function writeAgentMessage(block: TextBlock): Members {
  const own = ownMembers(block, ID);
  const head = headOf(own);
  const text = block.text.startsWith(head) ? block.text.slice(head.length) : block.text;
  const content = split(text, spellingValue(block, ID, "parts")).map((part) => ({
    type: "input_text",
    text: part,
  }));
  return restoreOwn({ type: AGENT_MESSAGE, content }, own);
}

function isPlain(part: unknown): boolean {
  return (
    isMembers(part) &&
    part["type"] === "input_text" &&
    typeof part["text"] === "string" &&
    Object.keys(part).length === 2
  );
}

function headOf({ author, recipient }: Members): string {
  const from = typeof author === "string" ? ` from the agent ${author}` : " from another agent";
  const to = typeof recipient === "string" ? ` to ${recipient}` : "";
  return `Message${from}${to}:\n\n`;
}

function split(text: string, spans: string | undefined): string[] {
  if (spans === undefined) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const length of spans === "" ? [] : spans.split("+").map(Number)) {
    parts.push(text.slice(start, start + length));
    start += length + PART_BREAK.length;
  }
  return parts;
}
