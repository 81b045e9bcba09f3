import type { OnceStore } from "../../ledger/control/once.ts";
import { ONCE_LIFETIME_MS } from "../../ledger/control/once-refusal.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { hasControlTables } from "./control-reader.ts";

const FIND = "SELECT body_digest, answer FROM once_answers WHERE scope = ? AND key = ? AND at > ?";

/** Earlier answers to requests that have their effect once. The writes keep them, each together with its effect. */
export class SqliteOnce implements OnceStore {
  readonly #parts: Pick<LedgerParts, "reader" | "now">;

  constructor(parts: Pick<LedgerParts, "reader" | "now">) {
    this.#parts = parts;
  }

  async find(
    scope: string,
    key: string,
  ): Promise<{ readonly bodyDigest: string; readonly answer: string } | undefined> {
    const reader = this.#parts.reader();
    if (!hasControlTables(reader)) return undefined;
    const row = reader.prepare(FIND).get(scope, key, this.#parts.now().getTime() - ONCE_LIFETIME_MS);
    if (row === undefined) return undefined;
    return { bodyDigest: row["body_digest"] as string, answer: row["answer"] as string };
  }
}
