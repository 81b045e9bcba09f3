import type { BodyDigest, ExecutionMode, Receipt } from "../../contract/index.ts";
import type { ReasoningCustody } from "../../dialects/index.ts";
import type { PreparedReceipt, StoredReceipt } from "../../receipts/index.ts";

/** What is known of a run before anything of it has left the house: enough to write its receipt if we die. */
export interface OpenRun {
  readonly runId: string;
  readonly workOrderId: string;
  readonly startedAt: Date;
  readonly backendId: string;
  readonly mode: ExecutionMode;
  readonly request?: BodyDigest;
  /** Facts for people, such as dialect, engine and model. */
  readonly facts?: Readonly<Record<string, string>>;
}

/** Where a receipt stands in its log. */
export interface ReceiptPlace {
  readonly seq: number;
  readonly runId: string;
  readonly sha256: string;
}

/** A response that later calls may continue, fetch or delete. */
export interface KeptResponse {
  readonly id: string;
  readonly previousId?: string;
  readonly createdAt: Date;
  readonly runId: string;
  readonly engine: string;
  /** Whether the engine keeps it too, under the same id. */
  readonly isNative: boolean;
  /** The input of this turn alone, in the form of the dialect that the caller spoke. */
  readonly input: unknown;
  /** The response as the caller got it. */
  readonly body: unknown;
}

/** The responses of one tenant. */
export interface ResponseStore {
  keep(response: KeptResponse): Promise<void>;
  find(id: string): Promise<KeptResponse | undefined>;
  /** The response and those that it continues, the oldest first; throws `response_not_found` where one is gone. */
  chain(id: string): Promise<readonly KeptResponse[]>;
  /** Removes the response's content; answers whether it was there. */
  remove(id: string): Promise<boolean>;
}

/** One tenant's runs, receipts and state on durable storage. */
export interface Ledger {
  /** How many receipts are acknowledged. */
  size(): Promise<number>;
  /** Makes the beginning of a run durable; answers when a power cut would not lose it. */
  begin(run: OpenRun): Promise<void>;
  /** Ends a run: its receipt gets its place in the log and its open row ends, in one transaction. */
  append(receipt: Receipt): Promise<ReceiptPlace>;
  /** The same for a receipt whose canonical JSON is written already. */
  appendPrepared(prepared: PreparedReceipt): Promise<ReceiptPlace>;
  /** The receipt at a place of the log. */
  read(seq: number): Promise<StoredReceipt | undefined>;
  /** The receipt of a run. */
  find(runId: string): Promise<StoredReceipt | undefined>;
  /** A run that has begun and has no receipt yet. */
  findOpen(runId: string): Promise<OpenRun | undefined>;
  /** The receipts in order, as many as there are when the reading starts. */
  entries(): AsyncIterable<StoredReceipt>;
  /** A signed checkpoint of everything acknowledged; it is on disk before anybody sees it. */
  checkpoint(): Promise<string>;
  /** A bundle that proves the receipt at a place offline. */
  prove(seq: number): Promise<string>;
  readonly responses: ResponseStore;
  readonly custody: ReasoningCustody;
}

/** Everything that is kept, for all tenants. */
export interface Store {
  /** The ledger of a tenant; a new tenant gets an empty log. */
  ledger(tenant: string): Ledger;
  /** Writes `interrupted` receipts for runs whose process is gone; answers how many. */
  recover(now: () => Date): Promise<number>;
  /** Finishes what was begun and gives everything back. */
  close(): Promise<void>;
}
