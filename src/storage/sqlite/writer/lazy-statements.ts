import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares each statement at its first use, because most processes use none of them. */
export class LazyStatements {
  readonly #database: DatabaseSync;
  readonly #known = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(sql: string): StatementSync {
    const known = this.#known.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#known.set(sql, statement);
    return statement;
  }
}
