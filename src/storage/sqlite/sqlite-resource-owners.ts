import type { EngineResource, FoundResource, ResourceOwners } from "../ledger/resource-owners.ts";
import { expiryCutoff } from "../retention.ts";
import { findSettled } from "./find-settled.ts";
import type { LedgerParts } from "./ledger-parts.ts";

const FIND = `SELECT engine, owner, tenant, address FROM engine_resources JOIN logs ON logs.id = log
  WHERE engine_resources.id = ? AND created_at > ? ORDER BY engine`;

/** The ids of what vendors keep, for one owner. */
export class SqliteResourceOwners implements ResourceOwners {
  readonly #tenant: string;
  readonly #owner: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, owner: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#owner = owner;
    this.#parts = parts;
  }

  async keep(resources: readonly EngineResource[]): Promise<void> {
    const createdAt = this.#parts.now().getTime();
    const as = { tenant: this.#tenant, owner: this.#owner };
    await Promise.all(
      resources.map(({ engine, id, address }) =>
        this.#parts.client().write({ kind: "own", ...as, id, engine, createdAt, address: address ?? null }),
      ),
    );
  }

  async find(
    id: string,
    { waits = false }: { readonly waits?: boolean } = {},
  ): Promise<readonly FoundResource[]> {
    const found = this.#read(id);
    if (found.length > 0 || !waits) return found;
    return findSettled(
      this.#parts,
      () => this.#read(id),
      (later) => later.length > 0,
    );
  }

  #read(id: string): readonly FoundResource[] {
    const cutoff = expiryCutoff(this.#parts.retention.resources_days, this.#parts.now());
    return this.#parts
      .reader()
      .prepare(FIND)
      .all(id, cutoff)
      .map((row) => ({
        engine: row["engine"] as string,
        id,
        ...(row["address"] === null ? {} : { address: row["address"] as string }),
        isOwn: row["tenant"] === this.#tenant && row["owner"] === this.#owner,
      }));
  }

  async forget(engine: string, id: string): Promise<void> {
    await this.#parts
      .client()
      .write({ kind: "disown", tenant: this.#tenant, owner: this.#owner, id, engine });
  }
}
