import { emptyRoot, hashNode, isPowerOfTwo } from "./hashing.ts";

/**
 * Gives the hash of a complete subtree. Height 0 is a leaf. Subtree `index` of height h covers the leaves from `index
 * * 2^h` on.
 */
export type SubtreeSource = (height: number, index: number) => Uint8Array;

/** The root of the first `size` leaves (RFC 9162 §2.1.1). */
export function computeRoot(source: SubtreeSource, size: number): Uint8Array {
  return size === 0 ? emptyRoot() : hashRange(source, 0, size);
}

/** Proves that the leaf at `index` is among the first `size` ones (RFC 9162 §2.1.3.1). */
export function proveInclusion(source: SubtreeSource, index: number, size: number): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`there is no leaf ${index} among ${size}`);
  }
  return inclusionPath(source, index, 0, size);
}

/** Proves that the first `first` leaves are a prefix of the first `second` ones (RFC 9162 §2.1.4.1). */
export function proveConsistency(source: SubtreeSource, first: number, second: number): Uint8Array[] {
  if (!Number.isSafeInteger(first) || first < 0 || first > second) {
    throw new RangeError(`${first} leaves are not a prefix of ${second}`);
  }
  return first === 0 || first === second ? [] : subproof(source, first, 0, second, true);
}

function inclusionPath(source: SubtreeSource, index: number, start: number, end: number): Uint8Array[] {
  if (end - start === 1) return [];
  const middle = start + splitSize(end - start);
  return index < middle
    ? [...inclusionPath(source, index, start, middle), hashRange(source, middle, end)]
    : [...inclusionPath(source, index, middle, end), hashRange(source, start, middle)];
}

function subproof(
  source: SubtreeSource,
  first: number,
  start: number,
  end: number,
  isWhole: boolean,
): Uint8Array[] {
  if (first === end) return isWhole ? [] : [hashRange(source, start, end)];
  const middle = start + splitSize(end - start);
  return first <= middle
    ? [...subproof(source, first, start, middle, isWhole), hashRange(source, middle, end)]
    : [...subproof(source, first, middle, end, false), hashRange(source, start, middle)];
}

/** The hash over leaves `start` to `end`; `start` is always a multiple of the subtree's size. */
function hashRange(source: SubtreeSource, start: number, end: number): Uint8Array {
  const count = end - start;
  if (isPowerOfTwo(count)) return source(Math.log2(count), start / count);
  const middle = start + splitSize(count);
  return hashNode(hashRange(source, start, middle), hashRange(source, middle, end));
}

/** The largest power of two below `count`: where RFC 9162 §2.1.1 splits a tree. */
function splitSize(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}
