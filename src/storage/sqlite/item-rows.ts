import type { KeptItem } from "../ledger/conversation-store.ts";
import type { ItemRow } from "./batch/batch.ts";
import { writeContent } from "./content-text.ts";

/** The rows of a conversation's items. */
export async function itemRows(items: readonly KeptItem[]): Promise<readonly ItemRow[]> {
  const rows: ItemRow[] = [];
  for (const { id, item } of items) {
    const text = writeContent(item);
    rows.push({ id, item: typeof text === "string" ? text : await text });
  }
  return rows;
}
