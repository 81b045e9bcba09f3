import type { ThinkingBlock } from "../../../contract/index.ts";
import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";
import { isSpelled, spell, spellingOf } from "../../members/spelling.ts";
import type { ChatProfile } from "../profile.ts";

/** Thinking that stands in the content as a part of its own, as Mistral has it. */
export const PART = "part";

/** Takes the thinking of an assistant message; further members of the same meaning are left over. */
export function takeThinking(cursor: Cursor, profile: ChatProfile): ThinkingBlock | undefined {
  const { text, sealed } = profile.thinking;
  const textMember = text.find((name) => typeof cursor.peek(name) === "string");
  const sealedMember = sealed.find((name) => typeof cursor.peek(name) === "string");
  if (textMember === undefined && sealedMember === undefined) return undefined;
  const block: ThinkingBlock = { type: "thinking", text: "" };
  if (textMember !== undefined) block.text = cursor.text(textMember)!;
  if (sealedMember !== undefined) block.sealed = cursor.text(sealedMember)!;
  return spellThinking(block, profile, textMember, sealedMember);
}

/** Remembers under which names the thinking stood, if they are not the ones that are written anyway. */
export function spellThinking(
  block: ThinkingBlock,
  profile: ChatProfile,
  textMember: string | undefined,
  sealedMember: string | undefined,
): ThinkingBlock {
  const { text, sealed } = profile.thinking;
  if (textMember !== undefined && textMember !== text[0]) spell(block, profile.id, textMember);
  if (sealedMember !== undefined && sealedMember !== sealed[0]) spell(block, profile.id, sealedMember);
  return block;
}

/** The member that a thinking block's text is written as. */
export function textMemberOf(block: ThinkingBlock, profile: ChatProfile): string {
  return spellingOf(block, profile.id, profile.thinking.text) ?? profile.thinking.text[0]!;
}

/** The member that sealed thinking is written as; undefined if the dialect has none. */
export function sealedMemberOf(block: ThinkingBlock, profile: ChatProfile): string | undefined {
  return spellingOf(block, profile.id, profile.thinking.sealed) ?? profile.thinking.sealed[0];
}

/** Whether thinking is nothing but text, as the servers of this API give and take it. */
export function isPlain(block: ThinkingBlock): boolean {
  return !block.signature && !block.sealed && block.summary !== true;
}

/** Adds thinking to an assistant message; several blocks become one text, because there is one member. */
export function putThinking(target: Members, blocks: readonly ThinkingBlock[], profile: ChatProfile): void {
  for (const block of blocks) {
    if (isSpelled(block, profile.id, PART)) continue;
    const member = textMemberOf(block, profile);
    const before = target[member];
    if (block.text !== "" || block.sealed === undefined || !profile.thinking.sealed.length)
      target[member] = (typeof before === "string" ? before : "") + block.text;
    const sealed = sealedMemberOf(block, profile);
    if (sealed !== undefined && block.sealed !== undefined) target[sealed] = block.sealed;
  }
}

/** The text of a thinking part; undefined when it holds more than text. */
export function textOfThinkingPart(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  let text = "";
  for (const item of value as unknown[]) {
    const piece = item as Members | null;
    if (typeof piece !== "object" || piece?.["type"] !== "text" || typeof piece["text"] !== "string")
      return undefined;
    text += piece["text"];
  }
  return text;
}

/** A thinking part of a content list. */
export function thinkingPart(text: string): Members {
  return { type: "thinking", thinking: [{ type: "text", text }] };
}
