import { hash } from "node:crypto";

/** The size of every hash of the tree, in bytes. */
export const HASH_SIZE = 32;

// RFC 6962 §2.1: different first bytes keep a node from being passed off as a leaf.
const LEAF = 0;
const NODE = 1;
// One node at a time is hashed, so one piece of memory serves them all.
const node = Buffer.alloc(1 + 2 * HASH_SIZE, NODE);

/** The root of a tree without leaves (RFC 6962 §2.1). */
export function emptyRoot(): Uint8Array {
  return digest(new Uint8Array());
}

/** The hash of one leaf's data (RFC 6962 §2.1). */
export function hashLeaf(data: Uint8Array): Uint8Array {
  const prefixed = Buffer.allocUnsafe(1 + data.length);
  prefixed.set(data, 1);
  return hashPrefixedLeaf(prefixed);
}

/** The hash of one leaf. The data follows one free byte, which saves a copy. */
export function hashPrefixedLeaf(prefixed: Uint8Array): Uint8Array {
  prefixed[0] = LEAF;
  return digest(prefixed);
}

/** The hash of two subtrees joined (RFC 6962 §2.1). */
export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  if (left.length !== HASH_SIZE || right.length !== HASH_SIZE) {
    throw new RangeError(`a hash has ${HASH_SIZE} bytes`);
  }
  node.set(left, 1);
  node.set(right, 1 + HASH_SIZE);
  return digest(node);
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

// By way of a string, because a buffer that the hash function makes itself costs more than hashing a node.
function digest(input: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(HASH_SIZE);
  bytes.write(hash("sha256", input, "binary"), "latin1");
  return bytes;
}
