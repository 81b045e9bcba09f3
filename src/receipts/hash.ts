import type { HashAlgorithm, Receipt } from "../contract/index.ts";
import { canonicalBytes, sha256Hex } from "../lib/index.ts";

/** Our receipts are hashed as canonical JSON (RFC 8785) with SHA-256. */
export const RECEIPT_HASH: HashAlgorithm = "jcs-sha256";

/**
 * Computes `receipt_sha256`: SHA-256 of the canonical JSON with that member set to null.
 *
 * @example
 * import { hashReceipt } from "agent-backplane/receipts";
 * const isIntact = hashReceipt(receipt) === receipt.receipt_sha256;
 */
export function hashReceipt(receipt: object): string {
  return sha256Hex(canonicalBytes({ ...receipt, receipt_sha256: null }));
}

/**
 * Adds the hash and the name of its algorithm.
 *
 * @example
 * import { sealReceipt } from "agent-backplane/receipts";
 * const sealed = sealReceipt(receipt);
 */
export function sealReceipt(receipt: Receipt): Receipt {
  const named: Receipt = { ...receipt, hash_alg: RECEIPT_HASH };
  return { ...named, receipt_sha256: hashReceipt(named) };
}
