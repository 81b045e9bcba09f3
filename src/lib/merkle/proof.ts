import { equalHashes, HASH_SIZE, hashNode, isPowerOfTwo } from "./hashing.ts";

/** The claim of an inclusion proof: this leaf hash is at this index of the tree with this size and root. */
export interface InclusionClaim {
  readonly leafHash: Uint8Array;
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
}

/** The claim of a consistency proof: the first tree is a prefix of the second. */
export interface ConsistencyClaim {
  readonly first: { readonly size: number; readonly root: Uint8Array };
  readonly second: { readonly size: number; readonly root: Uint8Array };
}

/** Checks an inclusion proof by the algorithm of RFC 9162 §2.1.3.2. */
export function verifyInclusion(claim: InclusionClaim, path: readonly Uint8Array[]): boolean {
  if (!isSize(claim.index) || !isSize(claim.size) || claim.index >= claim.size) return false;
  if (!path.every(isHash) || !isHash(claim.leafHash)) return false;
  let first = claim.index;
  let second = claim.size - 1;
  let hash = claim.leafHash;
  for (const sibling of path) {
    if (second === 0) return false;
    if (isOdd(first) || first === second) {
      hash = hashNode(sibling, hash);
      while (!isOdd(first) && first !== 0) {
        first = half(first);
        second = half(second);
      }
    } else {
      hash = hashNode(hash, sibling);
    }
    first = half(first);
    second = half(second);
  }
  return second === 0 && equalHashes(hash, claim.root);
}

/** Checks a consistency proof by the algorithm of RFC 9162 §2.1.4.2. */
export function verifyConsistency(claim: ConsistencyClaim, path: readonly Uint8Array[]): boolean {
  const { first: older, second: newer } = claim;
  if (!isSize(older.size) || !isSize(newer.size) || older.size > newer.size) return false;
  if (older.size === newer.size) return path.length === 0 && equalHashes(older.root, newer.root);
  // Every tree extends the empty tree. The RFC defines proofs only from one leaf on.
  if (older.size === 0) return path.length === 0;
  if (path.length === 0 || !path.every(isHash)) return false;
  const [start, ...rest] = isPowerOfTwo(older.size) ? [older.root, ...path] : path;
  let first = older.size - 1;
  let second = newer.size - 1;
  while (isOdd(first)) {
    first = half(first);
    second = half(second);
  }
  let olderHash = start as Uint8Array;
  let newerHash = start as Uint8Array;
  for (const hash of rest) {
    if (second === 0) return false;
    if (isOdd(first) || first === second) {
      olderHash = hashNode(hash, olderHash);
      newerHash = hashNode(hash, newerHash);
      while (!isOdd(first) && first !== 0) {
        first = half(first);
        second = half(second);
      }
    } else {
      newerHash = hashNode(newerHash, hash);
    }
    first = half(first);
    second = half(second);
  }
  return second === 0 && equalHashes(olderHash, older.root) && equalHashes(newerHash, newer.root);
}

// Sizes may exceed 32 bits, where JavaScript's bit operators would wrap.
function half(value: number): number {
  return Math.floor(value / 2);
}

function isOdd(value: number): boolean {
  return value % 2 === 1;
}

function isSize(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function isHash(value: Uint8Array): boolean {
  return value.length === HASH_SIZE;
}
