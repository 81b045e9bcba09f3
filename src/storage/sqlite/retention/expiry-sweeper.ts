import { ONCE_LIFETIME_MS } from "../../ledger/control/once-refusal.ts";
import type { Retention } from "../../ledger/store.ts";
import { THREAD_LIFETIME_MS } from "../../ledger/thread-store.ts";
import { expiryCutoff } from "../../retention.ts";
import type { ExpiringTable } from "../batch/batch.ts";
import type { BatchClient } from "../batch/batch-client.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/** The time between two sweeps; the first one starts with the store. */
const SWEEP_INTERVAL_MS = 10 * 60 * 1000;
/** The number of rows that one transaction deletes, so that calls do not wait long for it. */
const MAX_ROWS_PER_BATCH = 64;
/** The time between two batches of a sweep. */
const BATCH_INTERVAL_MS = 50;

/** The parts of a store that a sweeper uses. */
export interface SweeperParts {
  readonly reader: Pick<LedgerReader, "hasExpired">;
  readonly client: Pick<BatchClient, "write">;
  readonly retention: Retention;
  readonly now: () => Date;
}

/** Deletes expired responses, conversations, reasoning, owners of what vendors keep, events, changes of runs, and answers to repeated requests in the background, while the store is open. */
export class ExpirySweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#schedule(0);
  }

  /** Starts no more deletions. One that is under way ends with the writes of the store's client. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** Deletes one batch of expired rows of each table; resolves to whether there may be more. */
  async #sweep(): Promise<boolean> {
    const { responses_days, reasoning_days, events_days, resources_days } = this.#parts.retention;
    const now = this.#parts.now();
    const isMore = [
      await this.#expire("responses", expiryCutoff(responses_days, now)),
      await this.#expire("custody", expiryCutoff(reasoning_days, now)),
      await this.#expire("engine_responses", expiryCutoff(responses_days, now)),
      await this.#expire("engine_resources", expiryCutoff(resources_days, now)),
      await this.#expire("events", expiryCutoff(events_days, now)),
      await this.#expire("conversations", expiryCutoff(responses_days, now)),
      await this.#expire("threads", now.getTime() - THREAD_LIFETIME_MS),
      await this.#expire("run_changes", expiryCutoff(events_days, now)),
      await this.#expire("once_answers", now.getTime() - ONCE_LIFETIME_MS),
    ];
    return isMore.includes(true);
  }

  async #expire(table: ExpiringTable, cutoff: number): Promise<boolean> {
    const { reader, client } = this.#parts;
    if (this.#isStopped || !reader.hasExpired(table, cutoff)) return false;
    return client.write({ kind: "expire", table, cutoff, limit: MAX_ROWS_PER_BATCH });
  }

  #schedule(delayMs: number): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#sweep().then(
        (isMore) => this.#schedule(isMore ? BATCH_INTERVAL_MS : SWEEP_INTERVAL_MS),
        // A store that cannot write reports it to the callers of `append`.
        () => this.#schedule(SWEEP_INTERVAL_MS),
      );
    }, delayMs);
    this.#timer.unref();
  }
}
