import type { Block, Message, TextBlock } from "../../contract/index.ts";
import { replacing } from "../origins.ts";

/**
 * An instruction for the user's turn, for models that take none between turns: its texts as one text inside a `<system>` tag,
 * so that the model can tell it from the user's own, and its other blocks behind it.
 */
export function markInstruction(message: Message): Block[] {
  const texts: string[] = [];
  const others: Block[] = [];
  let first: Block | undefined;
  for (const block of message.content) {
    if (block.type !== "text" && block.type !== "refusal") others.push(block);
    else {
      first ??= block;
      texts.push(block.text);
    }
  }
  const text = texts.join("\n");
  if (first === undefined || text.trim() === "") return others;
  const marked: TextBlock = { type: "text", text: `<system>\n${text}\n</system>` };
  return [replacing(first, marked), ...others];
}
