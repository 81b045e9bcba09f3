import { AbpError } from "../../contract/index.ts";

/** The time between two attempts to write the held receipts. */
const RETRY_INTERVAL_MS = 1000;
/** The most receipts that one thread holds; each has a few kilobytes. */
const MAX_HELD = 4096;

/** Tries to write one receipt. */
export type AppendReceipt = () => Promise<unknown>;

interface HeldReceipt {
  readonly append: AppendReceipt;
  readonly done: () => void;
}

/**
 * Holds the receipts of calls that ended while the ledger could not write, and writes them when it can again. Without that, such
 * a call would count as interrupted after the next start, although it was not.
 */
export class HeldReceipts {
  readonly #report: (message: string, error: unknown) => void;
  #held: HeldReceipt[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** The attempt that is under way. */
  #trying: Promise<void> | undefined;

  constructor(report: (message: string, error: unknown) => void) {
    this.#report = report;
  }

  /**
   * Takes a receipt whose writing failed; returns false if it cannot be written later either. Else `done` is called once, when
   * the receipt is durable or given up.
   */
  take(error: unknown, append: AppendReceipt, done: () => void = () => undefined): boolean {
    if (!isUnavailable(error) || this.#held.length >= MAX_HELD) return false;
    this.#held.push({ append, done });
    this.#timer ??= setInterval(() => void this.#tryAll(), RETRY_INTERVAL_MS).unref();
    return true;
  }

  /** Tries once more and gives up those that fail. The next start records them as interrupted. */
  async close(): Promise<void> {
    await this.#trying;
    await this.#tryAll();
    if (this.#held.length > 0) {
      const message = `${this.#held.length} receipts could not be written before the end`;
      this.#report(message, new AbpError("ledger_unavailable", "the ledger cannot write"));
    }
    for (const receipt of this.#held.splice(0)) receipt.done();
    this.#stop();
  }

  #tryAll(): Promise<void> {
    this.#trying ??= this.#writeAll().finally(() => {
      this.#trying = undefined;
    });
    return this.#trying;
  }

  async #writeAll(): Promise<void> {
    for (let [receipt] = this.#held; receipt !== undefined; [receipt] = this.#held) {
      try {
        await receipt.append();
      } catch (error) {
        if (isUnavailable(error)) return;
        this.#report("a receipt could not be written", error);
      }
      this.#held.shift();
      receipt.done();
    }
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function isUnavailable(error: unknown): boolean {
  return AbpError.is(error) && error.code === "ledger_unavailable";
}
