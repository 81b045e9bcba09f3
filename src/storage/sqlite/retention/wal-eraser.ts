import type { DatabaseSync } from "node:sqlite";
import { BUSY_TIMEOUT_MS } from "../database/writing-connection.ts";

/** The time between a deletion and the attempt to erase it from the write-ahead log, and between two attempts. */
const ERASE_INTERVAL_MS = 1000;

/**
 * Erases deleted content from the write-ahead log, which otherwise keeps the old pages until they are overwritten: merges the log
 * into the database and empties its file, at most once a second. A connection that reads an older state at that moment puts it
 * off to the next attempt.
 */
export class WalEraser {
  readonly #database: Pick<DatabaseSync, "exec" | "prepare">;
  #timer: NodeJS.Timeout | undefined;
  #isPending = false;

  constructor(database: Pick<DatabaseSync, "exec" | "prepare">) {
    this.#database = database;
  }

  /** Notes a deletion, after its commit. */
  schedule(): void {
    this.#isPending = true;
    this.#timer ??= setTimeout(this.#run, ERASE_INTERVAL_MS).unref();
  }

  /** Erases what is left, if it can, before the connection is closed. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isPending) this.#erase();
  }

  readonly #run = (): void => {
    this.#timer = undefined;
    if (!this.#erase()) this.schedule();
  };

  /** Returns whether it is done. Never throws: the writer goes on if the disk has no room or is busy. */
  #erase(): boolean {
    try {
      // Calls must not wait for another process that reads.
      this.#database.exec("PRAGMA busy_timeout = 0");
      try {
        const result = this.#database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
        this.#isPending = result?.["busy"] !== 0;
      } finally {
        this.#database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
      }
    } catch {
      this.#isPending = true;
    }
    return !this.#isPending;
  }
}
