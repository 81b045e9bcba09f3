import type { ErrorCode } from "../../../contract/index.ts";
import { chainEntry, MerkleFrontier, REPORTED_HEIGHT } from "../../../lib/index.ts";
import { PLACES } from "../database/schema.ts";
import type { WriteStatements } from "../database/statements.ts";
import { LogState } from "./log-state.ts";
import type { OpenRuns } from "./open-runs.ts";

const LEAVES_PER_SUBTREE = 2 ** REPORTED_HEIGHT;

interface HeadRow {
  readonly id: number;
  readonly origin: string;
  readonly size: number;
  readonly last: string | null;
  readonly frontier: Uint8Array;
}

/** Appends receipts to the logs. The caller opens and ends the transactions. */
export class LogWriter {
  readonly #sql: WriteStatements;
  readonly #runs: OpenRuns;
  /** Comes before the tenant in the name of each log. */
  readonly #origin: string;
  readonly #logs = new Map<string, LogState>();
  #transaction = 0;
  #changed: LogState[] = [];
  #buffer = Buffer.alloc(16_384);
  // SQLite copies the bytes that it is given, so one buffer serves every receipt.
  readonly #allocate = (size: number): Buffer => {
    if (size > this.#buffer.length) this.#buffer = Buffer.alloc(2 * size);
    return this.#buffer.subarray(0, size);
  };

  constructor(sql: WriteStatements, runs: OpenRuns, origin: string) {
    this.#sql = sql;
    this.#runs = runs;
    this.#origin = origin;
  }

  /** Discards the heads of the last transaction, because another process may have written since. */
  startTransaction(): void {
    this.#transaction += 1;
    this.#changed = [];
  }

  /** Appends one receipt and ends its run; returns the error code if the receipt is refused. */
  append(log: LogState, appends: readonly string[], at: number): ErrorCode | undefined {
    if (this.isForeign(log)) return "receipt_origin_mismatch";
    const runId = appends[at + 1] as string;
    const pieces = {
      before: appends[at + 2] as string,
      between: appends[at + 3] as string,
      after: appends[at + 4] as string,
    };
    const { bytes, leaf, sha256 } = chainEntry(log, pieces, this.#allocate);
    // The run ends here even if another process has appended its receipt.
    const emptyRow = this.#runs.end(log, runId);
    if (emptyRow !== undefined) this.#sql.forget.run(emptyRow);
    const { changes } = this.#sql.append.run(log.id * PLACES + log.size, log.id, runId, leaf, bytes);
    if (changes === 0) return "receipt_duplicate";
    if (!this.#changed.includes(log)) this.#changed.push(log);
    log.size += 1;
    log.last = sha256;
    log.isUnsigned = true;
    const subtree = log.frontier.append(leaf);
    if (subtree !== undefined) {
      this.#sql.addSubtree.run(log.id * PLACES + log.size / LEAVES_PER_SUBTREE - 1, subtree);
    }
    return undefined;
  }

  /** Writes the heads of the logs that this transaction has changed. */
  saveHeads(): void {
    for (const log of this.#changed) {
      this.#sql.advance.run(log.size, log.last, log.frontier.encode(), log.id);
    }
  }

  /** The logs that the last transaction has changed. */
  changedLogs(): readonly LogState[] {
    return this.#changed;
  }

  /** The log of a tenant. Its head may be out of date, which does not matter to a run that begins. */
  knownLog(tenant: string): LogState {
    return this.#logs.get(tenant) ?? this.currentLog(tenant);
  }

  /** The log of a tenant with its head as of this transaction; creates a log for a new tenant. */
  currentLog(tenant: string): LogState {
    const known = this.#logs.get(tenant);
    if (known?.transaction === this.#transaction) return known;
    let row = this.#sql.head.get(tenant) as HeadRow | undefined;
    if (row === undefined) {
      this.#sql.create.run(tenant, `${this.#origin}/${tenant}`);
      row = this.#sql.head.get(tenant) as unknown as HeadRow;
    }
    const log = known ?? new LogState(tenant);
    this.#logs.set(tenant, log);
    log.transaction = this.#transaction;
    log.id = row.id;
    log.origin = row.origin;
    log.size = row.size;
    log.last = row.last;
    log.frontier = new MerkleFrontier(row.size, row.frontier);
    return log;
  }

  /** Whether the log belongs to another origin than this store's. */
  isForeign(log: LogState): boolean {
    return log.origin !== `${this.#origin}/${log.tenant}`;
  }

  /** The logs to which this writer has appended since their last checkpoint. */
  unsignedLogs(): LogState[] {
    return [...this.#logs.values()].filter((log) => log.isUnsigned);
  }
}
