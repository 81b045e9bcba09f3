import type { Receipt } from "../../contract/index.ts";
import { CanonicalError } from "../../lib/index.ts";
import type { PreparedReceipt } from "../../receipts/index.ts";
import type { ReceiptPlace } from "../../storage/index.ts";
import type { Log } from "../../telemetry/index.ts";
import { logEntryOf } from "./call-log.ts";
import { buildCallReceipt, type CallFacts } from "./call-receipt.ts";
import { writeCallReceipt } from "./call-receipt-text.ts";
import { describeCall, type EndedCall, type RecordContext } from "./call-record.ts";
import { HeldReceipts } from "./held-receipts.ts";
import { makeStorable } from "./storable-receipt.ts";

/** A batch is written when it has this many calls, is this old, or holds this many bytes of request bodies. */
const MAX_BATCH_SIZE = 32;
const MAX_BATCH_DELAY_MS = 8;
const MAX_BATCH_BYTES = 1024 * 1024;

/** What the receipt writer needs of the gateway. */
export interface ReceiptWriterContext extends RecordContext {
  /** Called with every receipt once it is durable. An exception is reported and changes nothing. */
  readonly onReceipt: ((receipt: Receipt, tenant: string) => void) | undefined;
  /** Gets one line for each ended call. */
  readonly log: Pick<Log, "call"> | undefined;
  /** Takes failures that no caller sees. */
  readonly report: (message: string, error: unknown) => void;
}

/**
 * Writes the receipts of ended calls in batches. Writing several receipts in a row costs half the CPU of writing each
 * between other work, because code and data stay in the processor's caches.
 */
export class ReceiptWriter {
  readonly #context: ReceiptWriterContext;
  #waiting: EndedCall[] = [];
  #heldBytes = 0;
  /** How many receipts are being written. */
  #underWay = 0;
  #isHurried = false;
  #timer: NodeJS.Timeout | undefined;
  #settled: (() => void)[] = [];
  readonly #held: HeldReceipts;
  readonly #write = () => this.#writeAll();

  constructor(context: ReceiptWriterContext) {
    this.#context = context;
    this.#held = new HeldReceipts(context.report);
  }

  add(call: EndedCall): void {
    const { account } = call.request.admission;
    if (account !== undefined) {
      // Metered at once: the next call of the run is checked against what this one cost.
      this.#underWay += 1;
      account.waitFor(this.#record(call));
      return;
    }
    const count = this.#waiting.push(call);
    this.#heldBytes += call.request.body.length;
    if (count >= MAX_BATCH_SIZE || this.#heldBytes >= MAX_BATCH_BYTES) this.hurry();
    else this.#timer ??= setTimeout(this.#write, MAX_BATCH_DELAY_MS);
  }

  /** Writes the batch at the end of this event-loop turn, because somebody waits for it. */
  hurry(): void {
    if (this.#isHurried || this.#waiting.length === 0) return;
    this.#isHurried = true;
    setImmediate(this.#write);
  }

  /** Settles when the receipt of every ended call is durable, or failed for good. Called once, at the end. */
  async settled(): Promise<void> {
    this.hurry();
    if (this.#waiting.length > 0 || this.#underWay > 0) {
      await new Promise<void>((resolve) => this.#settled.push(resolve));
    }
    await this.#held.close();
  }

  #writeAll(): void {
    this.#isHurried = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const calls = this.#waiting;
    this.#waiting = [];
    this.#heldBytes = 0;
    this.#underWay += calls.length;
    for (const call of calls) void this.#record(call);
  }

  async #record(call: EndedCall): Promise<void> {
    let facts: CallFacts | undefined;
    const { account } = call.request.admission;
    try {
      // The receipt says if an answer could not be kept.
      if (call.kept !== undefined) await call.kept;
      facts = describeCall(this.#context, call);
      account?.meter(facts);
      this.#context.log?.call(logEntryOf(call, facts));
      const place = await append(call.ledger, facts);
      account?.addReceipt(place);
    } catch (thrown) {
      if (!this.#hold(thrown, call, facts)) this.#context.report("a receipt could not be written", thrown);
    }
    if (this.#context.onReceipt !== undefined) await this.#tell(call, this.#context.onReceipt);
    call.call.onRecorded();
    this.#underWay -= 1;
    if (this.#underWay === 0 && this.#waiting.length === 0) {
      for (const resolve of this.#settled.splice(0)) resolve();
    }
  }

  /** Keeps the receipt for later if the ledger cannot write now. */
  #hold(thrown: unknown, { ledger, request }: EndedCall, facts: CallFacts | undefined): boolean {
    if (facts === undefined) return false;
    const { account } = request.admission;
    const { promise, resolve } = Promise.withResolvers<void>();
    const write = async () => {
      const place = await append(ledger, facts);
      account?.addReceipt(place);
    };
    const isHeld = this.#held.take(thrown, write, resolve);
    if (isHeld) account?.waitFor(promise);
    return isHeld;
  }

  async #tell(call: EndedCall, tell: NonNullable<ReceiptWriterContext["onReceipt"]>): Promise<void> {
    try {
      const stored = await call.ledger.find(call.runId);
      if (stored !== undefined) tell(stored.receipt, call.request.admission.caller.tenant);
    } catch (thrown) {
      this.#context.report("a listener for receipts failed", thrown);
    }
  }
}

function append(ledger: EndedCall["ledger"], facts: CallFacts): Promise<ReceiptPlace> {
  let prepared: PreparedReceipt | undefined;
  try {
    prepared = writeCallReceipt(facts);
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
  }
  return prepared === undefined
    ? ledger.append(makeStorable(buildCallReceipt(facts)))
    : ledger.appendPrepared(prepared);
}
