import type { AccessKeyStore, StoredAccessKey } from "../../ledger/control/access-keys.ts";
import type { Once } from "../../ledger/control/once.ts";
import { usedBefore } from "../../ledger/control/used-before.ts";
import type { ControlWrite } from "../batch/control-write.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { hasControlTables, present, timeOf } from "./control-reader.ts";

const LIST = "SELECT * FROM access_keys ORDER BY name";

/** The keys that were made at run time. */
export class SqliteAccessKeys implements AccessKeyStore {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  async create(key: Omit<StoredAccessKey, "revokedAt">, once?: Once): Promise<void> {
    if (!(await this.#write({ effect: "create_key", key, once }))) throw usedBefore("a key", key.name);
  }

  async set(name: string, settings: string, once?: Once): Promise<boolean> {
    return this.#write({ effect: "set_key", name, settings, once });
  }

  async revoke(name: string, at: Date, once?: Once): Promise<boolean> {
    return this.#write({ effect: "revoke_key", name, at, once });
  }

  async list(): Promise<readonly StoredAccessKey[]> {
    const reader = this.#parts.reader();
    if (!hasControlTables(reader)) return [];
    return reader
      .prepare(LIST)
      .all()
      .map((row) => ({
        name: row["name"] as string,
        tokenSha256: row["token_sha256"] as string,
        settings: row["settings"] as string,
        createdAt: new Date(row["created_at"] as number),
        ...present({ revokedAt: timeOf(row["revoked_at"]) }),
      }));
  }

  #write(write: ControlWrite): Promise<boolean> {
    return this.#parts.client().write({ kind: "control", write });
  }
}
