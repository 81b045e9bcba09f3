import { isMembers, type Members } from "../../members/members.ts";
import type { KeptTurn } from "../../state/state-codec.ts";

/** The items of an input. A plain text is a user's message (openai-node, ResponseCreateParams.input). */
export function inputItems(input: unknown): unknown[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== "string") return [];
  return [{ type: "message", role: "user", content: [{ type: "input_text", text: input }] }];
}

/** The items of a response. */
export function outputItems(response: unknown): unknown[] {
  const output = isMembers(response) ? response["output"] : undefined;
  return Array.isArray(output) ? output : [];
}

/** The items of a turn in order. */
export function itemsOf({ input, response }: KeptTurn): unknown[] {
  return [...inputItems(input), ...outputItems(response)];
}

/** The id of an item, if it has one. */
export function itemId(item: unknown): string | undefined {
  const id = isMembers(item) ? item["id"] : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Whether an item stands for a kept one of the same id (openai-node, ResponseInputItem.ItemReference). */
export function isReference(item: unknown): item is Members {
  if (itemId(item) === undefined) return false;
  const { type } = item as Members;
  if (type === "item_reference") return true;
  return (
    (type === undefined || type === null) && Object.keys(item as Members).every((name) => BARE.has(name))
  );
}

const BARE: ReadonlySet<string> = new Set(["id", "type"]);
