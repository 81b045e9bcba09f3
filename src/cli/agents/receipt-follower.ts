import type { Receipt } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";

const POLL_MS = 500;
/** How long a daemon may take to record the last call. */
const LAST_RECEIPT_MS = 500;

/** Reads the receipts of one run's calls from a log that another process writes. */
export class ReceiptFollower {
  readonly #ledger: Pick<Ledger, "size" | "read">;
  readonly #runId: string;
  readonly #onReceipt: (receipt: Receipt) => void;
  #next: number;
  #timer: NodeJS.Timeout | undefined;
  #reading: Promise<void> = Promise.resolve();

  private constructor(
    ledger: Pick<Ledger, "size" | "read">,
    runId: string,
    onReceipt: (receipt: Receipt) => void,
    next: number,
  ) {
    this.#ledger = ledger;
    this.#runId = runId;
    this.#onReceipt = onReceipt;
    this.#next = next;
  }

  /** Follows the log from its present end. */
  static async start(
    ledger: Pick<Ledger, "size" | "read">,
    runId: string,
    onReceipt: (receipt: Receipt) => void,
  ): Promise<ReceiptFollower> {
    const follower = new ReceiptFollower(ledger, runId, onReceipt, await ledger.size());
    follower.#timer = setInterval(() => follower.#poll(), POLL_MS);
    return follower;
  }

  /** Waits shortly for the last receipts, shows them, and ends. Throws if the log cannot be read. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await new Promise((resolve) => setTimeout(resolve, LAST_RECEIPT_MS));
    await this.#reading.catch(() => undefined);
    await this.#read();
  }

  #poll(): void {
    // A failure shows itself again at the end.
    this.#reading = this.#reading.then(
      () => this.#read(),
      () => this.#read(),
    );
    this.#reading.catch(() => undefined);
  }

  async #read(): Promise<void> {
    const size = await this.#ledger.size();
    while (this.#next < size) {
      const stored = await this.#ledger.read(this.#next);
      this.#next += 1;
      if (stored?.receipt.observed?.call?.parent_run === this.#runId) this.#onReceipt(stored.receipt);
    }
  }
}
