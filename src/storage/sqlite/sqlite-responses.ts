import { AbpError } from "../../contract/index.ts";
import type { ContentOwner } from "../ledger/owned-content.ts";
import { repeatedId } from "../ledger/repeated-id.ts";
import type {
  ConversationTurn,
  KeptResponse,
  ResponseEvents,
  ResponseStore,
} from "../ledger/response-store.ts";
import { expiryCutoff } from "../retention.ts";
import type { TurnRow } from "./batch/batch.ts";
import { longAsBytes, readContent, writeContent } from "./content-text.ts";
import { itemRows } from "./item-rows.ts";
import type { LedgerParts } from "./ledger-parts.ts";

// The owner's own response comes before one without an owner.
const FIND = `SELECT previous_id, created_at, run_id, engine, is_native, is_pending, is_repeated,
    ${longAsBytes("input")}, ${longAsBytes("body")} FROM responses
  WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND owner IN (?, ?) AND id = ? ORDER BY owner DESC LIMIT 1`;

const FIND_ITEM = `SELECT response FROM response_items JOIN responses
    ON responses.log = response_items.log AND responses.owner = response_items.owner AND responses.id = response
  WHERE response_items.log = (SELECT id FROM logs WHERE tenant = ?) AND response_items.owner IN (?, ?)
    AND response_items.id = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1`;

const EVENTS = `SELECT first_seq, lines FROM response_events
  WHERE log = (SELECT id FROM logs WHERE tenant = ?) AND owner IN (?, ?) AND response = ? AND first_seq + count > ?
  ORDER BY first_seq LIMIT 1`;

/** The responses of one owner. Each row contains the input and output of one turn. */
export class SqliteResponses implements ResponseStore {
  readonly #tenant: string;
  readonly #owner: ContentOwner;
  readonly #parts: LedgerParts;

  constructor(tenant: string, owner: ContentOwner, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  async keep(response: KeptResponse): Promise<void> {
    const { id, previousId = null, createdAt, runId, engine, isNative, isPending } = response;
    const input = writeContent(response.input);
    const body = writeContent(response.body);
    await this.#parts.client().write({
      kind: "keep",
      ...this.#key(id),
      cutoff: this.#cutoff(),
      response: {
        previousId,
        createdAt: createdAt.getTime(),
        runId,
        engine,
        isNative: isNative ? 1 : 0,
        isPending: isPending ? 1 : 0,
        input: typeof input === "string" ? input : await input,
        body: typeof body === "string" ? body : await body,
        items: response.itemIds ?? [],
      },
    });
  }

  async finish(
    id: string,
    body: unknown,
    items: readonly string[] = [],
    turn?: ConversationTurn,
  ): Promise<boolean> {
    const text = writeContent(body);
    const rows = turn === undefined ? undefined : await this.#turnOf(turn);
    return this.#parts.client().write({
      kind: "finish",
      ...this.#key(id),
      readsUnowned: this.#owner.readsUnowned,
      body: typeof text === "string" ? text : await text,
      items,
      ...(rows === undefined ? {} : { turn: rows }),
      cutoff: this.#cutoff(),
    });
  }

  async addEvents(id: string, firstSeq: number, lines: readonly string[]): Promise<boolean> {
    const { readsUnowned } = this.#owner;
    const cutoff = this.#cutoff();
    return this.#parts
      .client()
      .write({ kind: "response_events", ...this.#key(id), readsUnowned, firstSeq, lines, cutoff });
  }

  async readEvents(id: string, fromSeq: number): Promise<ResponseEvents | undefined> {
    const row = this.#parts
      .reader()
      .prepare(EVENTS)
      .get(this.#tenant, ...this.#owners(), id, fromSeq);
    if (row === undefined) return undefined;
    const first = row["first_seq"] as number;
    const lines = (row["lines"] as string).split("\n");
    return { firstSeq: Math.max(first, fromSeq), lines: lines.slice(Math.max(0, fromSeq - first)) };
  }

  async findByItem(itemId: string): Promise<KeptResponse | undefined> {
    const row = this.#parts
      .reader()
      .prepare(FIND_ITEM)
      .get(this.#tenant, ...this.#owners(), itemId, this.#cutoff());
    return row === undefined ? undefined : this.#read(row["response"] as string);
  }

  async find(id: string): Promise<KeptResponse | undefined> {
    return this.#read(id);
  }

  async chain(id: string): Promise<readonly KeptResponse[]> {
    const chain: KeptResponse[] = [];
    const seen = new Set<string>();
    for (let next: string | undefined = id; next !== undefined; ) {
      const response: KeptResponse | undefined = seen.has(next) ? undefined : await this.#read(next);
      if (response === undefined) {
        throw new AbpError("response_not_found", `there is no stored response ${JSON.stringify(next)}`);
      }
      if (response.isRepeated === true) throw repeatedId(next);
      seen.add(next);
      chain.push(response);
      next = response.previousId;
    }
    return chain.reverse();
  }

  async remove(id: string): Promise<boolean> {
    const { readsUnowned } = this.#owner;
    return this.#parts
      .client()
      .write({ kind: "remove", ...this.#key(id), readsUnowned, cutoff: this.#cutoff() });
  }

  async #turnOf({ conversation, items }: ConversationTurn): Promise<TurnRow> {
    return { conversation, items: await itemRows(items), usedAt: this.#parts.now().getTime() };
  }

  #key(id: string) {
    return { tenant: this.#tenant, owner: this.#owner.owner, id };
  }

  #owners(): [string, string] {
    const { owner, readsUnowned } = this.#owner;
    return [owner, readsUnowned ? "" : owner];
  }

  #cutoff(): number {
    return expiryCutoff(this.#parts.retention.responses_days, this.#parts.now());
  }

  async #read(id: string): Promise<KeptResponse | undefined> {
    const row = this.#parts
      .reader()
      .prepare(FIND)
      .get(this.#tenant, ...this.#owners(), id);
    if (row === undefined || (row["created_at"] as number) <= this.#cutoff()) return undefined;
    const previousId = row["previous_id"] as string | null;
    return {
      id,
      ...(previousId === null ? {} : { previousId }),
      createdAt: new Date(row["created_at"] as number),
      runId: row["run_id"] as string,
      engine: row["engine"] as string,
      isNative: row["is_native"] === 1,
      ...(row["is_pending"] === 1 ? { isPending: true } : {}),
      ...(row["is_repeated"] === 1 ? { isRepeated: true } : {}),
      input: await readContent(row["input"]),
      body: await readContent(row["body"]),
    };
  }
}
