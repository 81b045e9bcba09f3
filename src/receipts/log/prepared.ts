import type { Receipt } from "../../contract/index.ts";
import { canonicalPieces, type EntryPieces } from "../../lib/index.ts";
import { RECEIPT_HASH } from "../hash.ts";

/** The canonical JSON of a receipt, split around `chain` and `receipt_sha256`. The log fills in both. */
export interface PreparedReceipt extends EntryPieces {
  readonly runId: string;
}

const LEFT_OPEN = ["chain", "receipt_sha256"];

/**
 * Serialises a receipt except the members that the log fills in. Throws when the receipt has no canonical JSON.
 *
 * @example
 * import { prepareReceipt } from "agent-backplane/receipts";
 * const { runId, before, between, after } = prepareReceipt(receipt);
 */
export function prepareReceipt(receipt: Receipt): PreparedReceipt {
  const named = { ...receipt, hash_alg: RECEIPT_HASH };
  const [before, between, after] = canonicalPieces(named, LEFT_OPEN) as [string, string, string];
  return { runId: receipt.meta.run_id, before, between, after };
}
