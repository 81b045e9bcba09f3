import type { BodyDigest, ExecutionMode, Receipt } from "../../contract/index.ts";
import type { PreparedReceipt, StoredReceipt } from "../../receipts/index.ts";
import type { EvidenceStore } from "./evidence-store.ts";
import type { ContentOwner, OwnedContent } from "./owned-content.ts";

/** A run that has begun. It is written before the run starts, and suffices to write a receipt if the process ends. */
export interface OpenRun {
  readonly runId: string;
  readonly workOrderId: string;
  readonly startedAt: Date;
  readonly backendId: string;
  readonly mode: ExecutionMode;
  readonly request?: BodyDigest;
  /** For people to read, such as dialect, engine and model. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** The position of a receipt in its log. */
export interface ReceiptPlace {
  /** Counted from 0. */
  readonly seq: number;
  readonly runId: string;
  /** SHA-256 of the receipt's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** One event of a run, as it is stored. */
export interface StoredEvent {
  /** Counted from 0. */
  readonly seq: number;
  /** The canonical JSON of the event. */
  readonly line: string;
}

/** Options of `readEvents`. */
export interface EventReading {
  /** Waits for further events at the end, until the run has its receipt. */
  readonly follow?: boolean;
  /** Ends the reading with its reason. */
  readonly signal?: AbortSignal;
}

/** The runs, receipts, events, responses, reasoning and evidence of one tenant. */
export interface Ledger {
  /** What errors of engines taught about their models. */
  readonly evidence: EvidenceStore;
  /** The number of durable receipts. */
  size(): Promise<number>;
  /** Writes the beginning of a run; resolves when it is durable. */
  begin(run: OpenRun): Promise<void>;
  /**
   * Stores events of a run that this process has begun; `lines` holds the canonical JSON of each. Resolves when they are durable.
   * Rejects with `receipt_store_failed` and stores none of them if `firstSeq` is not the number of events stored so far, and
   * after the run has its receipt. A caller that does not wait for the promise is held back by nothing.
   */
  appendEvents(runId: string, firstSeq: number, lines: readonly string[]): Promise<void>;
  /**
   * The durable events of a run from a sequence number on, while the run may still add some. Reads them in small portions. It
   * begins later if earlier events have expired. Throws `ledger_damaged` if one is missing.
   */
  readEvents(runId: string, fromSeq: number, options?: EventReading): AsyncIterable<StoredEvent>;
  /**
   * Ends a run: adds its receipt to the log and removes the open run, in one transaction. Throws `receipt_duplicate` if the
   * run has a receipt already.
   */
  append(receipt: Receipt): Promise<ReceiptPlace>;
  /** Like `append`, for a receipt whose canonical JSON exists already. */
  appendPrepared(prepared: PreparedReceipt): Promise<ReceiptPlace>;
  /** The receipt at a position of the log. */
  read(seq: number): Promise<StoredReceipt | undefined>;
  /** The receipt of a run. */
  find(runId: string): Promise<StoredReceipt | undefined>;
  /** A run that has begun and has no receipt yet. */
  findOpen(runId: string): Promise<OpenRun | undefined>;
  /** Receipts from a position on: upwards, or downwards if `isNewestFirst`. The position itself is included. */
  page(from: number, limit: number, isNewestFirst: boolean): Promise<readonly StoredReceipt[]>;
  /** All receipts in order; those that are added during the iteration are not included. */
  entries(): AsyncIterable<StoredReceipt>;
  /** A signed checkpoint that covers every durable receipt. The checkpoint itself is durable when this resolves. */
  checkpoint(): Promise<string>;
  /** A bundle that proves offline that the log contains the receipt; throws `receipt_not_found` beyond the log's end. */
  prove(seq: number): Promise<string>;
  /** The content of one owner. Everything that callers can look up again, besides receipts, belongs to an owner. */
  contentOf(owner: ContentOwner): OwnedContent;
}
