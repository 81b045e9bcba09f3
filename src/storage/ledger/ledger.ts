import type { Receipt } from "../../contract/index.ts";
import type { StoredReceipt } from "../../receipts/index.ts";

/** One tenant's log of receipts on durable storage. */
export interface ReceiptLedger {
  /** How many receipts are acknowledged. */
  readonly size: number;
  /** Chains and seals a receipt, and answers when it would survive a power cut. */
  append(receipt: Receipt): Promise<StoredReceipt>;
  /** The receipt at a place of the log. */
  read(seq: number): Promise<StoredReceipt | undefined>;
  /** The receipt of a run. */
  find(runId: string): Promise<StoredReceipt | undefined>;
  /** The receipts in order, as many as there are when the reading starts. */
  entries(): AsyncIterable<StoredReceipt>;
  /** A signed checkpoint of everything acknowledged; it is on disk before anybody sees it. */
  checkpoint(): Promise<string>;
  /** A bundle that proves the receipt at a place offline. */
  prove(seq: number): Promise<string>;
  /** Finishes what was begun and gives the ledger back. */
  close(): Promise<void>;
}
