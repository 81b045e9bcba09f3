import { MAX_THREADS } from "../../ledger/thread-store.ts";
import type { ConversationWrite, ItemRow } from "../batch/batch.ts";
import { textOf } from "../content-text.ts";
import type { WriteStatements } from "../database/statements.ts";

/** Makes one write of a conversation or thread in the open transaction. `erases` takes the result of each deletion. */
export function writeConversation(
  sql: WriteStatements,
  write: ConversationWrite,
  log: number,
  erases: (result: { readonly changes: number | bigint }) => boolean,
): boolean {
  const { owner, id } = write;
  const use = (usedAt: number, cutoff: number) =>
    sql.useConversation.run(usedAt, log, owner, id, cutoff).changes !== 0;
  switch (write.kind) {
    case "conversation": {
      const { createdAt, metadata, items } = write;
      const { changes } = sql.createConversation.run(log, owner, id, createdAt, createdAt, metadata);
      if (changes !== 0) addItems(sql, log, owner, id, items);
      return changes !== 0;
    }
    case "update_conversation": {
      const { metadata, usedAt, cutoff } = write;
      return sql.updateConversation.run(metadata, usedAt, log, owner, id, cutoff).changes !== 0;
    }
    case "remove_conversation":
      return erases(sql.removeConversation.run(log, owner, id, write.cutoff));
    case "add_items":
      if (!use(write.usedAt, write.cutoff)) return false;
      addItems(sql, log, owner, id, write.items);
      return true;
    case "remove_item":
      return use(write.usedAt, write.cutoff) && erases(sql.removeItem.run(log, owner, id, write.item));
    case "thread":
      // What the new state replaces is a part of it.
      if (write.previousId !== null) erases(sql.removeThread.run(log, owner, write.previousId));
      sql.keepThread.run(log, owner, id, write.usedAt, textOf(write.state));
      erases(sql.dropOldThreads.run(log, owner, MAX_THREADS));
      return true;
  }
}

function addItems(
  sql: WriteStatements,
  log: number,
  owner: string,
  conversation: string,
  items: readonly ItemRow[],
): void {
  let position = sql.nextItem.get(log, owner, conversation)?.["next"] as number;
  for (const { id, item } of items) sql.addItem.run(log, owner, conversation, position++, id, textOf(item));
}
