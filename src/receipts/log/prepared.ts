import type { Receipt } from "../../contract/index.ts";
import { canonicalPieces, type EntryPieces } from "../../lib/index.ts";
import { RECEIPT_HASH } from "../hash.ts";

/** A receipt's canonical JSON in pieces, around the members `chain` and `receipt_sha256`, which its place in a log decides. */
export interface PreparedReceipt extends EntryPieces {
  readonly runId: string;
}

const LEFT_OPEN = ["chain", "receipt_sha256"];
/** Writes everything of a receipt that its place in a log does not decide; refuses what has no canonical form. */
export function prepareReceipt(receipt: Receipt): PreparedReceipt {
  const named = receipt.hash_alg === RECEIPT_HASH ? receipt : { ...receipt, hash_alg: RECEIPT_HASH };
  const [before = "", between = "", after = ""] = canonicalPieces(named, LEFT_OPEN);
  return { runId: receipt.meta.run_id, before, between, after };
}
