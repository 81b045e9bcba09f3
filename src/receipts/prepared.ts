import { hash } from "node:crypto";
import type { Receipt } from "../contract/index.ts";
import { canonicalPieces, hashPrefixedLeaf } from "../lib/index.ts";
import { RECEIPT_HASH } from "./hash.ts";
import type { LogHead } from "./log-head.ts";

/**
 * A receipt's canonical JSON in three pieces, around the two values that only its place in a log decides:
 * `before` ends in `"chain":`, `between` in `"receipt_sha256":`, and `after` ends the object.
 */
export interface PreparedReceipt {
  readonly runId: string;
  readonly before: string;
  readonly between: string;
  readonly after: string;
}

/** The bytes of a receipt at its place. */
export interface ChainedBytes {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly sha256: string;
  /** The hash of the bytes as a leaf of the log's Merkle tree. */
  readonly leaf: Uint8Array;
  /** What `receipt_sha256` says: the hash of the receipt with that member null. */
  readonly receiptSha256: string;
}

const LEFT_OPEN = ["chain", "receipt_sha256"];
const HASH_MEMBER = 2 + 64;

/** Writes everything of a receipt that its place in a log does not decide; refuses what has no canonical form. */
export function prepareReceipt(receipt: Receipt): PreparedReceipt {
  const named = receipt.hash_alg === RECEIPT_HASH ? receipt : { ...receipt, hash_alg: RECEIPT_HASH };
  const [before = "", between = "", after = ""] = canonicalPieces(named, LEFT_OPEN);
  return { runId: receipt.meta.run_id, before, between, after };
}

/**
 * Gives a prepared receipt its place: the bytes that are stored, and their hashes. Who is done with the bytes before
 * the next call may give the same memory again and again through `allocate`.
 */
export function chainPrepared(
  head: LogHead,
  prepared: PreparedReceipt,
  allocate: (size: number) => Buffer = Buffer.allocUnsafe,
): ChainedBytes {
  const { origin, tenant, size, last } = head;
  const prev = last === null ? "null" : `"${last}"`;
  const chain = `{"origin":${JSON.stringify(origin)},"prev":${prev},"seq":${size},"tenant":${JSON.stringify(tenant)}}`;
  const start = prepared.before + chain + prepared.between;
  const startSize = Buffer.byteLength(start);
  const afterSize = Buffer.byteLength(prepared.after);
  // The first byte is room for the prefix of a leaf; the hash is filled in where `null` stood when it was computed.
  const whole = allocate(1 + startSize + HASH_MEMBER + afterSize);
  whole.write(start, 1);
  const at = 1 + startSize;
  whole.write("null", at);
  whole.write(prepared.after, at + 4);
  const receiptSha256 = hash("sha256", whole.subarray(1, at + 4 + afterSize));
  whole.copyWithin(at + HASH_MEMBER, at + 4, at + 4 + afterSize);
  whole.write(`"${receiptSha256}"`, at);
  const bytes = whole.subarray(1);
  return { bytes, sha256: hash("sha256", bytes), leaf: hashPrefixedLeaf(whole), receiptSha256 };
}
