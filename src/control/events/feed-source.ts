import type { FeedItem } from "../../api/index.ts";
import type { RunChange } from "../../storage/index.ts";
import {
  MAX_PAGE_BYTES,
  type StreamItem,
  type StreamPage,
  type StreamSource,
} from "../streams/stream-source.ts";
import { changeItem, receiptItem } from "./feed-items.ts";
import type { FeedParts } from "./feed-parts.ts";
import { readFeedCursor, writeFeedCursor } from "./feed-position.ts";

const RECEIPTS_AT_ONCE = 100;
const CHANGES_AT_ONCE = 200;
/** The most receipts and changes that one reading looks at, whether they are for its reader or not. */
const MAX_SEEN = 2000;
const CHANGES_TO_SKIP = 1000;

/**
 * Everything that happened, in the order of each log: receipts, and between them the changes of runs and approvals. No call writes
 * anything for it. The order within one log is always the same.
 */
export function feedSource(parts: FeedParts): StreamSource {
  return { read: (after) => readFeed(parts, after, Number.POSITIVE_INFINITY) };
}

/** What lies behind a cursor, at most so many items. */
export async function readFeed(parts: FeedParts, after: string, limit: number): Promise<StreamPage> {
  const reading = new FeedReading(parts, after, limit);
  const sizes = await readSizes(parts);
  // A change that lies before a receipt of these sizes is durable by now.
  const changes = await parts.store.runs.changes(reading.change, CHANGES_AT_ONCE);
  for (const change of changes) {
    if (isOfLog(parts, change) && !(await reading.addReceipts(change.tenant, change.logSize)))
      return reading.page;
    await reading.addChange(change);
    if (reading.isFull) return reading.page;
  }
  if (changes.length === CHANGES_AT_ONCE) return reading.page;
  for (const [tenant, size] of sizes) if (!(await reading.addReceipts(tenant, size))) break;
  return reading.page;
}

/** The cursor behind everything that there is now. */
export async function feedEnd(parts: FeedParts): Promise<string> {
  const receipts = await readSizes(parts);
  let change = 0;
  for (;;) {
    const changes = await parts.store.runs.changes(change, CHANGES_TO_SKIP);
    change = changes.at(-1)?.id ?? change;
    if (changes.length < CHANGES_TO_SKIP) return writeFeedCursor({ change, receipts }, parts.tenant);
  }
}

async function readSizes({ store, tenant }: FeedParts): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const tenants = tenant === undefined ? await store.tenants() : [tenant];
  for (const one of tenants) sizes.set(one, await store.ledger(one).size());
  return sizes;
}

function isOfLog({ tenant }: FeedParts, change: RunChange): boolean {
  return tenant === undefined || tenant === change.tenant;
}

/** One reading: what was found so far, and the position behind it. */
class FeedReading {
  readonly #parts: FeedParts;
  readonly #limit: number;
  readonly #receipts: Map<string, number>;
  readonly #items: StreamItem[] = [];
  #change: number;
  #seen = 0;
  #bytes = 0;

  constructor(parts: FeedParts, after: string, limit: number) {
    const { change, receipts } = readFeedCursor(after, parts.tenant);
    this.#parts = parts;
    this.#limit = limit;
    this.#change = change;
    this.#receipts = new Map(receipts);
  }

  get change(): number {
    return this.#change;
  }

  get isFull(): boolean {
    return this.#items.length >= this.#limit || this.#bytes >= MAX_PAGE_BYTES || this.#seen >= MAX_SEEN;
  }

  get page(): StreamPage {
    return { items: this.#items, cursor: this.#cursor };
  }

  /** Adds the receipts of a log before a position; says whether it came to all of them. */
  async addReceipts(tenant: string, end: number): Promise<boolean> {
    const ledger = this.#parts.store.ledger(tenant);
    for (let next = this.#receipts.get(tenant) ?? 0; next < end; ) {
      const receipts = await ledger.page(next, Math.min(RECEIPTS_AT_ONCE, end - next), false);
      if (receipts.length === 0) return true;
      for (const stored of receipts) {
        if (this.isFull) return false;
        next = stored.seq + 1;
        this.#receipts.set(tenant, next);
        this.#seen += 1;
        if (await this.#parts.isVisibleReceipt(stored.receipt, tenant))
          this.#add(receiptItem(stored, tenant, this.#cursor));
      }
    }
    return !this.isFull;
  }

  async addChange(change: RunChange): Promise<void> {
    this.#change = change.id;
    this.#seen += 1;
    if (!isOfLog(this.#parts, change) || !this.#parts.isVisible(change)) return;
    const item = await changeItem(this.#parts.store.approvals, change, this.#cursor);
    if (item !== undefined) this.#add(item);
  }

  get #cursor(): string {
    return writeFeedCursor({ change: this.#change, receipts: this.#receipts }, this.#parts.tenant);
  }

  #add(item: FeedItem): void {
    const text = JSON.stringify(item);
    this.#bytes += text.length;
    this.#items.push({ cursor: item.cursor, text });
  }
}
