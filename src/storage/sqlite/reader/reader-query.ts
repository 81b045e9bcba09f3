import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { databaseError } from "../database/database-error.ts";

/** A row of a result. */
type Row = Record<string, SQLOutputValue>;

/** A prepared query of a reading connection. Errors of SQLite become errors of the table. */
export class ReaderQuery {
  readonly #directory: string;
  readonly #statement: StatementSync;

  constructor(database: DatabaseSync, directory: string, sql: string) {
    this.#directory = directory;
    try {
      this.#statement = database.prepare(sql);
    } catch (error) {
      throw databaseError(error, directory);
    }
  }

  /** The first row; undefined if there is none. */
  get(...values: SQLInputValue[]): Row | undefined {
    try {
      return this.#statement.get(...values);
    } catch (error) {
      throw databaseError(error, this.#directory);
    }
  }

  all(...values: SQLInputValue[]): Row[] {
    try {
      return this.#statement.all(...values);
    } catch (error) {
      throw databaseError(error, this.#directory);
    }
  }
}
