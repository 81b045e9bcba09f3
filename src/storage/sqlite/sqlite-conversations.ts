import { parseAsWritten } from "../../lib/index.ts";
import type {
  ConversationStore,
  ItemPage,
  KeptConversation,
  KeptItem,
} from "../ledger/conversation-store.ts";
import { repeatedId } from "../ledger/repeated-id.ts";
import { expiryCutoff } from "../retention.ts";
import { longAsBytes, readContent } from "./content-text.ts";
import { itemRows } from "./item-rows.ts";
import type { LedgerParts } from "./ledger-parts.ts";

const OF_OWNER = "log = (SELECT id FROM logs WHERE tenant = ?) AND owner = ?";
const FIND = `SELECT created_at, metadata FROM conversations WHERE ${OF_OWNER} AND id = ? AND used_at > ?`;
const POSITION = `SELECT position FROM conversation_items WHERE ${OF_OWNER} AND conversation = ? AND id = ?`;
const ASCENDING = `SELECT id, ${longAsBytes("item")} FROM conversation_items WHERE ${OF_OWNER} AND conversation = ?
  AND position > ? ORDER BY position LIMIT ?`;
const DESCENDING = `SELECT id, ${longAsBytes("item")} FROM conversation_items WHERE ${OF_OWNER} AND conversation = ?
  AND position < ? ORDER BY position DESC LIMIT ?`;
const FIND_ITEM = `SELECT id, ${longAsBytes("item")}, conversation FROM conversation_items WHERE ${OF_OWNER} AND id = ?`;

export class SqliteConversations implements ConversationStore {
  readonly #tenant: string;
  readonly #owner: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, owner: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  async create({ id, createdAt, metadata }: KeptConversation, items: readonly KeptItem[]): Promise<void> {
    const isNew = await this.#parts.client().write({
      kind: "conversation",
      ...this.#key(id),
      createdAt: createdAt.getTime(),
      metadata: JSON.stringify(metadata) ?? "null",
      items: await itemRows(items),
    });
    if (!isNew) throw repeatedId(id);
  }

  async find(id: string): Promise<KeptConversation | undefined> {
    const row = this.#parts.reader().prepare(FIND).get(this.#tenant, this.#owner, id, this.#cutoff());
    if (row === undefined) return undefined;
    return {
      id,
      createdAt: new Date(row["created_at"] as number),
      metadata: parseAsWritten(row["metadata"] as string),
    };
  }

  async update(id: string, metadata: unknown): Promise<boolean> {
    const text = JSON.stringify(metadata) ?? "null";
    return this.#parts
      .client()
      .write({ kind: "update_conversation", ...this.#key(id), metadata: text, ...this.#times() });
  }

  async remove(id: string): Promise<boolean> {
    const cutoff = this.#cutoff();
    return this.#parts.client().write({ kind: "remove_conversation", ...this.#key(id), cutoff });
  }

  async addItems(id: string, items: readonly KeptItem[]): Promise<boolean> {
    return this.#parts
      .client()
      .write({ kind: "add_items", ...this.#key(id), items: await itemRows(items), ...this.#times() });
  }

  async items(id: string, page?: ItemPage): Promise<readonly KeptItem[]> {
    if ((await this.find(id)) === undefined) return [];
    const key = [this.#tenant, this.#owner, id] as const;
    const isDown = page?.isNewestFirst === true;
    let from = isDown ? Number.MAX_SAFE_INTEGER : -1;
    if (page?.after !== undefined) {
      const row = this.#parts
        .reader()
        .prepare(POSITION)
        .get(...key, page.after);
      if (row === undefined) return [];
      from = row["position"] as number;
    }
    const rows = this.#parts
      .reader()
      .prepare(isDown ? DESCENDING : ASCENDING)
      .all(...key, from, page?.limit ?? -1);
    const items: KeptItem[] = [];
    for (const row of rows) items.push(await itemOf(row));
    return items;
  }

  async findItem(itemId: string, conversation?: string): Promise<KeptItem | undefined> {
    for (const row of this.#parts.reader().prepare(FIND_ITEM).all(this.#tenant, this.#owner, itemId)) {
      const holder = row["conversation"] as string;
      if (conversation !== undefined && conversation !== holder) continue;
      if ((await this.find(holder)) !== undefined) return itemOf(row);
    }
    return undefined;
  }

  async removeItem(id: string, itemId: string): Promise<boolean> {
    return this.#parts
      .client()
      .write({ kind: "remove_item", ...this.#key(id), item: itemId, ...this.#times() });
  }

  #key(id: string) {
    return { tenant: this.#tenant, owner: this.#owner, id };
  }

  #times() {
    return { usedAt: this.#parts.now().getTime(), cutoff: this.#cutoff() };
  }

  #cutoff(): number {
    return expiryCutoff(this.#parts.retention.responses_days, this.#parts.now());
  }
}

async function itemOf(row: Readonly<Record<string, unknown>>): Promise<KeptItem> {
  return { id: row["id"] as string, item: await readContent(row["item"]) };
}
