import { setTimeout as pause } from "node:timers/promises";
import type { EventReading, StoredEvent } from "../../ledger/ledger.ts";
import { expiryCutoff } from "../../retention.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { eventsDamaged, hasEventTable, type ReadRow, readEventRow } from "./event-reader.ts";

/** The time after which a reader that has reached the end looks for further events. */
const POLL_INTERVAL_MS = 50;

/** The events of the runs of one tenant. */
export class SqliteEvents {
  readonly #tenant: string;
  readonly #parts: LedgerParts;

  constructor(tenant: string, parts: LedgerParts) {
    this.#tenant = tenant;
    this.#parts = parts;
  }

  append(runId: string, firstSeq: number, lines: readonly string[]): Promise<void> {
    const createdAt = this.#parts.now().getTime();
    return this.#parts.events().send({ tenant: this.#tenant, runId, firstSeq, createdAt }, lines);
  }

  /** `isOpen` says whether the run may add events. */
  async *read(
    runId: string,
    fromSeq: number,
    isOpen: () => Promise<boolean>,
    { follow = false, signal }: EventReading,
  ): AsyncIterable<StoredEvent> {
    let seq = fromSeq;
    let isFirst = true;
    for (;;) {
      signal?.throwIfAborted();
      let row = this.#row(runId, seq);
      if (row === undefined && follow && (await isOpen())) {
        await pause(POLL_INTERVAL_MS, undefined, { signal }).catch(() => signal?.throwIfAborted());
        continue;
      }
      // The run may have added its last events before it ended.
      if (row === undefined && follow) row = this.#row(runId, seq);
      if (row === undefined) return;
      if (row.firstSeq > seq && !isFirst) this.#requireExpired(runId, seq);
      isFirst = false;
      for (let at = Math.max(0, seq - row.firstSeq); at < row.lines.length; at += 1) {
        yield { seq: row.firstSeq + at, line: row.lines[at] as string };
      }
      seq = row.firstSeq + row.lines.length;
    }
  }

  #row(runId: string, seq: number): ReadRow | undefined {
    const reader = this.#parts.reader();
    const log = reader.log(this.#tenant);
    if (log === undefined || !hasEventTable(reader)) return undefined;
    const cutoff = expiryCutoff(this.#parts.retention.events_days, this.#parts.now());
    for (let row = readEventRow(reader, log.id, runId, seq); row !== undefined; ) {
      // Events of an open run do not expire.
      if (row.createdAt > cutoff || !reader.hasReceipt(log.id, runId)) return row;
      row = readEventRow(reader, log.id, runId, row.firstSeq + row.lines.length);
    }
    return undefined;
  }

  // Rows expire in their order. If the row before a gap is gone too, the gap came from expiry during the reading.
  #requireExpired(runId: string, seq: number): void {
    const before = this.#row(runId, seq - 1)?.firstSeq ?? seq;
    if (before < seq) throw eventsDamaged(this.#parts.reader(), runId, seq);
  }
}
