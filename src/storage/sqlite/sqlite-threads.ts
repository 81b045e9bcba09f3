import { THREAD_LIFETIME_MS, type ThreadStore } from "../ledger/thread-store.ts";
import { longAsBytes, readContent, writeContent } from "./content-text.ts";
import type { LedgerParts } from "./ledger-parts.ts";

const FIND = `SELECT ${longAsBytes("state")} FROM threads
  WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND owner = ? AND id = ? AND used_at > ?`;

/** The threads of one owner. Each row contains the whole state of one thread. */
export class SqliteThreads implements ThreadStore {
  readonly #tenant: string;
  readonly #owner: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, owner: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  async keep(id: string, previousId: string | undefined, state: unknown): Promise<void> {
    const text = writeContent(state);
    await this.#parts.client().write({
      kind: "thread",
      tenant: this.#tenant,
      owner: this.#owner,
      id,
      previousId: previousId ?? null,
      usedAt: this.#parts.now().getTime(),
      state: typeof text === "string" ? text : await text,
    });
  }

  async find(id: string): Promise<unknown> {
    const cutoff = this.#parts.now().getTime() - THREAD_LIFETIME_MS;
    const row = this.#parts.reader().prepare(FIND).get(this.#tenant, this.#owner, id, cutoff);
    return row === undefined ? undefined : readContent(row["state"]);
  }
}
