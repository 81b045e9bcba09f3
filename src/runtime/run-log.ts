import type { Receipt } from "../contract/index.ts";
import {
  parseBundle,
  sealReceipt,
  trustKeys,
  type Verification,
  type VerifyOptions,
  verifyBundle,
  verifyReceipt,
} from "../receipts/index.ts";
import { KeyStore, type Ledger, type Store, type StoreConfig } from "../storage/index.ts";

/** The log that records a run, and what a stranger must know to verify it. */
export interface RunLog {
  readonly ledger: Pick<Ledger, "begin" | "append" | "prove" | "appendEvents" | "readEvents">;
  /** Reads the trusted keys again, because another process may have rotated them during the run. */
  readonly expected: () => Promise<VerifyOptions>;
}

/** A receipt in its final form, with the result of verifying it. */
export interface RecordedReceipt {
  readonly receipt: Receipt;
  readonly verification: Verification;
}

/**
 * Makes the log of a tenant, in a store that `openStore` has opened with the same configuration.
 *
 * @example
 * import { openRunLog, runStreaming } from "agent-backplane";
 * const log = await openRunLog(store, config, config.receipts.tenant);
 * const run = runStreaming(backend, order, { ...options, log });
 */
export async function openRunLog(
  store: Pick<Store, "ledger">,
  config: Pick<StoreConfig, "receipts">,
  tenant: string,
): Promise<RunLog> {
  const { origin, keys_dir } = config.receipts;
  const keys = new KeyStore(keys_dir);
  await keys.keySet();
  const expected = async () => ({
    keys: trustKeys(await keys.keySet()),
    origin: `${origin}/${tenant}`,
    tenant,
  });
  return { ledger: store.ledger(tenant), expected };
}

/**
 * Appends a receipt to the log and verifies it as a stranger does, from the bytes of its proof bundle and public keys alone.
 * Without a log, it seals the receipt and verifies its hash.
 */
export async function recordReceipt(receipt: Receipt, log: RunLog | undefined): Promise<RecordedReceipt> {
  if (log === undefined) {
    const sealed = sealReceipt(receipt);
    return { receipt: sealed, verification: verifyReceipt(JSON.stringify(sealed)) };
  }
  const { seq } = await log.ledger.append(receipt);
  const bundle = await log.ledger.prove(seq);
  return {
    receipt: JSON.parse(Buffer.from(parseBundle(bundle).bytes).toString()) as Receipt,
    verification: verifyBundle(bundle, await log.expected()),
  };
}
