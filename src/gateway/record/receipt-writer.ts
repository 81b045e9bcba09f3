import type { Receipt } from "../../contract/index.ts";
import { CanonicalError } from "../../lib/index.ts";
import type { PreparedReceipt } from "../../receipts/index.ts";
import { buildCallReceipt, type CallFacts } from "./call-receipt.ts";
import { writeCallReceipt } from "./call-receipt-text.ts";
import { type Accounting, describeCall, type EndedCall } from "./call-record.ts";
import { makeStorable } from "./storable-receipt.ts";

/** How many calls are waited for, and how long. */
const LOT = 32;
const PATIENCE_MS = 8;
/** How much of bodies may be held meanwhile. */
const HELD_BYTES = 1024 * 1024;

/** What a desk needs. */
export interface ReceiptWriterContext extends Accounting {
  /** Told of every receipt once it is durable; what it throws is reported and changes nothing. */
  readonly onReceipt: ((receipt: Receipt, tenant: string) => void) | undefined;
  /** Told of what went wrong beside a call. */
  readonly report: (message: string, error: unknown) => void;
}

/**
 * Writes the receipts of calls that are over. They wait a moment for company: one after the other they cost half of what
 * each costs by itself between two answers, because what they need then stays in the processor's caches.
 */
export class ReceiptWriter {
  readonly #parts: ReceiptWriterContext;
  #waiting: EndedCall[] = [];
  #heldBytes = 0;
  /** How many receipts are on their way to the disk. */
  #underWay = 0;
  #isHurried = false;
  #timer: NodeJS.Timeout | undefined;
  #settled: (() => void)[] = [];
  readonly #write = () => this.#writeAll();

  constructor(parts: ReceiptWriterContext) {
    this.#parts = parts;
  }

  /** Takes a call that is over. */
  add(call: EndedCall): void {
    const count = this.#waiting.push(call);
    this.#heldBytes += call.asked.body.length;
    if (count >= LOT || this.#heldBytes >= HELD_BYTES) this.hurry();
    else this.#timer ??= setTimeout(this.#write, PATIENCE_MS);
  }

  /** Somebody waits: what is here is written at the end of this turn of the event loop. */
  hurry(): void {
    if (this.#isHurried || this.#waiting.length === 0) return;
    this.#isHurried = true;
    setImmediate(this.#write);
  }

  /** Settles when every receipt of a call that is over is durable. */
  settled(): Promise<void> {
    this.hurry();
    if (this.#waiting.length === 0 && this.#underWay === 0) return Promise.resolve();
    return new Promise((resolve) => this.#settled.push(resolve));
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
    try {
      await append(call, describeCall(this.#parts, call));
      if (call.kept !== undefined) await call.kept;
      if (this.#parts.onReceipt !== undefined) await this.#tell(call, this.#parts.onReceipt);
    } catch (thrown) {
      this.#parts.report("a receipt could not be written", thrown);
    }
    call.call.onRecorded();
    this.#underWay -= 1;
    if (this.#underWay === 0 && this.#waiting.length === 0) {
      for (const resolve of this.#settled.splice(0)) resolve();
    }
  }

  async #tell(call: EndedCall, tell: NonNullable<ReceiptWriterContext["onReceipt"]>): Promise<void> {
    const stored = await call.ledger.find(call.runId);
    if (stored !== undefined) tell(stored.receipt, call.asked.admission.caller.tenant);
  }
}

function append({ ledger }: EndedCall, facts: CallFacts): Promise<unknown> {
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
