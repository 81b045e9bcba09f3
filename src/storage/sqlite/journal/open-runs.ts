import type { LogState } from "../writer/log-state.ts";

/**
 * Which journal row holds which open run of this process, and how many are left in each row.
 * Changes are made during a transaction and taken back if it fails.
 */
export class OpenRuns {
  readonly #remaining = new Map<number, number>();
  #begun: LogState[] = [];
  #begunIds: string[] = [];
  #ended: LogState[] = [];
  #endedIds: string[] = [];
  #endedRows: number[] = [];

  /** Notes a run of the row that is about to be written; false where it is open already. */
  begin(log: LogState, runId: string): boolean {
    if (log.open.has(runId)) return false;
    log.open.set(runId, -1);
    this.#begun.push(log);
    this.#begunIds.push(runId);
    return true;
  }

  /** Says in which row the runs stand that were noted since the last call. */
  place(row: number, count: number): void {
    for (let at = this.#begun.length - count; at < this.#begun.length; at += 1) {
      this.#begun[at]?.open.set(this.#begunIds[at] as string, row);
    }
    this.#remaining.set(row, count);
  }

  /** Notes that a run has ended; answers its row where it was the last one open there. */
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

  /** Keeps the changes of a transaction that was committed. */
  keep(): void {
    this.#begun = [];
    this.#begunIds = [];
    this.#ended = [];
    this.#endedIds = [];
    this.#endedRows = [];
  }

  /** Takes back the changes of a transaction that was not. */
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
