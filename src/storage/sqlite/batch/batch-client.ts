import { AbpError } from "../../../contract/index.ts";
import type { PreparedReceipt } from "../../../receipts/index.ts";
import type { ReceiptPlace } from "../../ledger/ledger.ts";
import type { Acknowledgement, RareWrite } from "./batch.ts";
import { PendingBatch } from "./pending-batch.ts";
import type { WriterPort } from "./writer-port.ts";

/** The longest time that a receipt waits for other writes to share its batch. */
const MAX_APPEND_DELAY_MS = 4;
/** If the last batch began at least this many runs, the next one waits for more of them. */
const MIN_BEGINS_TO_WAIT = 4;
/** The longest time that the beginning of a run waits for others. */
const MAX_BEGIN_DELAY_MS = 1;
/** A batch with this many beginnings is sent without waiting for more. */
const MAX_WAITING_BEGINS = 24;

/** When callers shall try again while the ledger cannot write. */
const RETRY_AFTER_SECS = 5;

/**
 * Sends the writes of one thread to the writer, one batch at a time. Writes that are asked for while a batch is under way go into
 * the next one, so batches grow with the load. A write that a caller waits for is sent in the same event-loop turn. A receipt, and
 * the beginning of a run under load, waits a moment for other writes: each batch costs two thread switches and a disk flush.
 */
export class BatchClient {
  readonly #port: WriterPort;
  readonly #where: string;
  #gathering: PendingBatch | undefined;
  #sent: PendingBatch | undefined;
  /** Why no more writes are accepted. */
  #failure: AbpError | undefined;
  #isTickScheduled = false;
  /** The number of runs that began in the last batch. */
  #lastBeginCount = 0;
  #timer: NodeJS.Timeout | undefined;
  /** Whether the timer waits for beginnings, not for receipts. */
  #isTimerForBegins = false;
  readonly #sendNow = () => this.#send();
  #idleWaiters: (() => void)[] = [];

  /** `where` names the store in error messages. */
  constructor(port: WriterPort, where: string) {
    this.#port = port;
    this.#where = where;
    port.on("message", (acknowledgement: Acknowledgement) => this.#settle(acknowledgement));
    port.on("close", () => this.fail("the writer of the store has ended"));
    port.unref();
  }

  begin(tenant: string, runId: string, line: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#gather(true).addBegin(tenant, runId, line, resolve, reject);
    });
  }

  append(tenant: string, prepared: PreparedReceipt): Promise<ReceiptPlace> {
    return new Promise((resolve, reject) => {
      this.#gather(false).addAppend(tenant, prepared, resolve, reject);
    });
  }

  write(write: RareWrite): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#gather(true).addRare(write, resolve, reject);
    });
  }

  /** Accepts no more writes, waits for those under way, and closes the port. */
  async close(): Promise<void> {
    this.#failure ??= this.#error("the store is closed");
    await this.#whenIdle();
    this.#port.close();
  }

  /** Rejects all writes, those under way and those to come, because the writer has ended. */
  fail(message: string, cause?: unknown): void {
    this.#failure ??= this.#unavailable(message, cause);
    const pending = [this.#sent, this.#gathering];
    this.#sent = undefined;
    this.#gathering = undefined;
    this.#stopTimer();
    for (const batch of pending) batch?.rejectAll(this.#failure);
    this.#becomeIdle();
  }

  #whenIdle(): Promise<void> {
    if (this.#gathering !== undefined) {
      this.#gathering.isUrgent = true;
      if (this.#sent === undefined) this.#schedule(this.#gathering);
    } else if (this.#sent === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  #gather(isUrgent: boolean): PendingBatch {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#gathering === undefined) {
      this.#gathering = new PendingBatch();
      if (this.#sent === undefined) this.#port.ref();
    }
    const batch = this.#gathering;
    if (isUrgent) batch.isUrgent = true;
    // The addition of the write follows at once, before the next tick.
    if (this.#sent === undefined) this.#schedule(batch);
    return batch;
  }

  #schedule(batch: PendingBatch): void {
    if (this.#isTickScheduled) return;
    const isWaitingForBegins =
      batch.isUrgent && this.#lastBeginCount >= MIN_BEGINS_TO_WAIT && batch.beginCount < MAX_WAITING_BEGINS;
    if (batch.isUrgent && !isWaitingForBegins) {
      // One callback often asks for several writes; they share a batch.
      this.#isTickScheduled = true;
      process.nextTick(this.#sendNow);
    } else if (this.#timer === undefined || (isWaitingForBegins && !this.#isTimerForBegins)) {
      clearTimeout(this.#timer);
      this.#isTimerForBegins = isWaitingForBegins;
      this.#timer = setTimeout(this.#sendNow, isWaitingForBegins ? MAX_BEGIN_DELAY_MS : MAX_APPEND_DELAY_MS);
    }
  }

  #send(): void {
    this.#isTickScheduled = false;
    this.#stopTimer();
    const batch = this.#gathering;
    if (batch === undefined || this.#sent !== undefined) return;
    this.#gathering = undefined;
    this.#sent = batch;
    this.#lastBeginCount = batch.beginCount;
    try {
      this.#port.postMessage(batch.toBatch());
    } catch (error) {
      // A value that cannot be copied between threads; none of the batch has left this thread.
      this.#sent = undefined;
      batch.rejectAll(this.#error("the batch cannot be sent to the writer", error));
      this.#becomeIdle();
    }
  }

  #settle(acknowledgement: Acknowledgement): void {
    const batch = this.#sent;
    if (batch === undefined) return;
    this.#sent = undefined;
    if (acknowledgement.failure === undefined) batch.settle(acknowledgement);
    else {
      const { failure, isUnavailable } = acknowledgement;
      batch.rejectAll(isUnavailable === true ? this.#unavailable(failure) : this.#error(failure));
    }
    if (this.#gathering === undefined) this.#becomeIdle();
    else this.#schedule(this.#gathering);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isTimerForBegins = false;
  }

  #becomeIdle(): void {
    this.#port.unref();
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }

  #unavailable(message: string, cause?: unknown): AbpError {
    const details = { retry_after_secs: RETRY_AFTER_SECS };
    return new AbpError("ledger_unavailable", message, { where: this.#where, details, cause });
  }

  #error(message: string, cause?: unknown): AbpError {
    return new AbpError("receipt_store_failed", message, { where: this.#where, cause });
  }
}
