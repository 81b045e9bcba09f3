import type { LogState } from "./log-state.ts";

/**
 * The journal row of each open run of this process, and the number of open runs in each row. The writer changes it during a
 * transaction, then calls `keep` after the commit or `takeBack` after a rollback.
 */
export class OpenRuns {
  readonly #remaining = new Map<number, number>();
  #begun: LogState[] = [];
  #begunIds: string[] = [];
  #ended: LogState[] = [];
  #endedIds: string[] = [];
  #endedRows: number[] = [];

  /** Adds a run to the row that the writer inserts next; returns false if the run is open already. */
  begin(log: LogState, runId: string): boolean {
    if (log.open.has(runId)) return false;
    log.open.set(runId, -1);
    this.#begun.push(log);
    this.#begunIds.push(runId);
    return true;
  }

  /** Sets the row of the last `count` runs that `begin` has added. */
  place(row: number, count: number): void {
    for (let at = this.#begun.length - count; at < this.#begun.length; at += 1) {
      this.#begun[at]?.open.set(this.#begunIds[at] as string, row);
    }
    this.#remaining.set(row, count);
  }

  /** Removes a run; returns its row if no other run of that row is open. */
  end(log: LogState, runId: string): number | undefined {
    const row = log.open.get(runId);
    if (row === undefined) return undefined;
    log.open.delete(runId);
    this.#ended.push(log);
    this.#endedIds.push(runId);
    this.#endedRows.push(row);
    const rest = (this.#remaining.get(row) as number) - 1;
    if (rest > 0) this.#remaining.set(row, rest);
    else this.#remaining.delete(row);
    return rest > 0 ? undefined : row;
  }

  /** Makes the changes since the last call final. */
  keep(): void {
    this.#begun = [];
    this.#begunIds = [];
    this.#ended = [];
    this.#endedIds = [];
    this.#endedRows = [];
  }

  /** Undoes the changes since the last `keep`. */
  takeBack(): void {
    for (const [at, log] of this.#ended.entries()) {
      const row = this.#endedRows[at] as number;
      log.open.set(this.#endedIds[at] as string, row);
      this.#remaining.set(row, (this.#remaining.get(row) ?? 0) + 1);
    }
    for (const [at, log] of this.#begun.entries()) {
      const runId = this.#begunIds[at] as string;
      this.#remaining.delete(log.open.get(runId) as number);
      log.open.delete(runId);
    }
    this.keep();
  }
}
