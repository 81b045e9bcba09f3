import { createHash } from "node:crypto";

/** The size of every hash of the tree, in bytes. */
export const HASH_SIZE = 32;

// RFC 6962 §2.1: different first bytes keep a node from being passed off as a leaf.
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** The root of a tree without leaves (RFC 6962 §2.1). */
export function emptyRoot(): Uint8Array {
  return createHash("sha256").digest();
}

/** The hash of one leaf's data (RFC 6962 §2.1). */
export function hashLeaf(data: Uint8Array): Uint8Array {
  return createHash("sha256").update(LEAF).update(data).digest();
}

/** The hash of two subtrees joined (RFC 6962 §2.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return createHash("sha256").update(NODE).update(left).update(right).digest();
}

/** Whether two hashes are the same bytes. */
export function equalHashes(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

/** Whether a positive size is a power of two, exactly: a logarithm rounds the largest sizes. */
export function isPowerOfTwo(size: number): boolean {
  let rest = size;
  while (rest > 1 && rest % 2 === 0) rest /= 2;
  return rest === 1;
}
