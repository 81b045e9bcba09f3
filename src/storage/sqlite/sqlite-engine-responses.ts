import type { EngineResponseStatus, EngineResponses } from "../ledger/engine-responses.ts";
import { expiryCutoff } from "../retention.ts";
import { findSettled } from "./find-settled.ts";
import type { LedgerParts } from "./ledger-parts.ts";

const FIND = `SELECT engine, owner, tenant, is_repeated FROM engine_responses JOIN logs ON logs.id = log
  WHERE engine_responses.id = ? AND created_at > ?`;

/** The ids of responses that engines keep, for one owner. */
export class SqliteEngineResponses implements EngineResponses {
  readonly #tenant: string;
  readonly #owner: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, owner: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  record(engine: string, id: string, runId: string): void {
    const createdAt = this.#parts.now().getTime();
    const key = { tenant: this.#tenant, owner: this.#owner, id };
    // Nobody waits for this write. A store that cannot write reports it to the callers of `append`.
    this.#parts
      .client()
      .write({ kind: "record", ...key, engine, runId, createdAt })
      .catch(() => undefined);
  }

  async find(
    id: string,
    { waits = true }: { readonly waits?: boolean } = {},
  ): Promise<ReadonlyMap<string, EngineResponseStatus>> {
    if (!waits) return this.#read(id);
    return findSettled(
      this.#parts,
      () => this.#read(id),
      (found) => found.size > 0,
    );
  }

  #read(id: string): Map<string, EngineResponseStatus> {
    const cutoff = expiryCutoff(this.#parts.retention.responses_days, this.#parts.now());
    const found = new Map<string, EngineResponseStatus>();
    for (const row of this.#parts.reader().prepare(FIND).all(id, cutoff)) {
      const engine = row["engine"] as string;
      const isOwn = row["tenant"] === this.#tenant && row["owner"] === this.#owner;
      const status: EngineResponseStatus = !isOwn ? "foreign" : row["is_repeated"] === 1 ? "repeated" : "own";
      const earlier = found.get(engine);
      found.set(engine, earlier === undefined ? status : joinStatus(earlier, status));
    }
    return found;
  }
}

// An engine that gave one id to two owners would give one of them the response of the other.
function joinStatus(one: EngineResponseStatus, other: EngineResponseStatus): EngineResponseStatus {
  return one === "foreign" && other === "foreign" ? "foreign" : "repeated";
}
