import type { HashAlgorithm, Receipt } from "../contract/index.ts";
import { canonicalBytes, sha256Hex } from "../lib/index.ts";

/** The hash of our own receipts: canonical JSON (RFC 8785) under SHA-256. */
export const RECEIPT_HASH: HashAlgorithm = "jcs-sha256";

/** Computes `receipt_sha256`: the member set to null, canonical JSON, SHA-256. */
export function hashReceipt(receipt: object): string {
  return sha256Hex(canonicalBytes({ ...receipt, receipt_sha256: null }));
}

/** Finishes a receipt: names the hash and fills it in. */
export function sealReceipt(receipt: Receipt): Receipt {
  const named: Receipt = { ...receipt, hash_alg: RECEIPT_HASH };
  return { ...named, receipt_sha256: hashReceipt(named) };
}
