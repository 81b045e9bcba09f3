import { list, type Members, members, objects } from "../raw-json.ts";
import type { StrictRequest } from "../violation.ts";

/** A block of a message, and where it stands. */
export interface PlacedBlock {
  readonly block: Members;
  readonly message: number;
  readonly index: number;
}

/** The messages of one role in a row, which the API joins. */
export interface Turn {
  readonly role: unknown;
  /** The index of its first message. */
  readonly message: number;
  readonly blocks: readonly PlacedBlock[];
}

export function blocksOf(content: unknown): readonly Members[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : objects(content);
}

export function turnsOf({ body }: StrictRequest): readonly Turn[] {
  const turns: { role: unknown; message: number; blocks: PlacedBlock[] }[] = [];
  for (const [message, one] of list(body["messages"]).entries()) {
    const { role, content } = members(one);
    const placed = blocksOf(content).map((block, index) => ({ block, message, index }));
    const last = turns.at(-1);
    if (last !== undefined && last.role === role) last.blocks.push(...placed);
    else turns.push({ role, message, blocks: placed });
  }
  return turns;
}

/** Every block of every message, and of tool results. */
export function* allBlocks(request: StrictRequest): Generator<{ block: Members; where: string }> {
  for (const [at, one] of objects(request.body["messages"]).entries()) {
    for (const [index, block] of blocksOf(one["content"]).entries()) {
      const where = `messages.${at}.content.${index}`;
      yield { block, where };
      if (block["type"] !== "tool_result") continue;
      for (const [inner, part] of objects(block["content"]).entries())
        yield { block: part, where: `${where}.tool_result.content.${inner}` };
    }
  }
}
