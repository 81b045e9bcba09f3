import { HashList } from "./hash-list.ts";
import { emptyRoot, hashLeaf, hashNode, isPowerOfTwo } from "./hashing.ts";

/** An append-only Merkle tree (RFC 9162 §2.1) that answers roots and proofs for every size it ever had. */
export class MerkleTree {
  // Level h holds the hashes of the complete subtrees of 2^h leaves, from the left.
  readonly #levels: HashList[] = [new HashList()];

  /** How many leaves there are. */
  get size(): number {
    return this.#level(0).length;
  }

  /** Adds a leaf by its data; answers its index. */
  append(data: Uint8Array): number {
    return this.appendHash(hashLeaf(data));
  }

  /** Adds a leaf by its leaf hash; answers its index. */
  appendHash(leafHash: Uint8Array): number {
    const index = this.size;
    let hash = leafHash;
    for (let height = 0; ; height += 1) {
      const level = this.#level(height);
      level.push(hash);
      if (level.length % 2 === 1) return index;
      hash = hashNode(level.at(level.length - 2), hash);
    }
  }

  /** The hash of the leaf at an index. */
  leafHash(index: number): Uint8Array {
    return this.#level(0).at(index);
  }

  /** The root of the first `size` leaves. */
  root(size: number = this.size): Uint8Array {
    this.#checkSize(size);
    return size === 0 ? emptyRoot() : this.#hashRange(0, size);
  }

  /** Proves that the leaf at `index` is among the first `size` ones (RFC 9162 §2.1.3.1). */
  inclusionProof(index: number, size: number = this.size): Uint8Array[] {
    this.#checkSize(size);
    if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
      throw new RangeError(`there is no leaf ${index} among ${size}`);
    }
    return this.#path(index, 0, size);
  }

  /** Proves that the first `first` leaves are a prefix of the first `second` ones (RFC 9162 §2.1.4.1). */
  consistencyProof(first: number, second: number = this.size): Uint8Array[] {
    this.#checkSize(second);
    if (!Number.isSafeInteger(first) || first < 0 || first > second) {
      throw new RangeError(`${first} leaves are not a prefix of ${second}`);
    }
    return first === 0 || first === second ? [] : this.#subproof(first, 0, second, true);
  }

  #path(index: number, start: number, end: number): Uint8Array[] {
    if (end - start === 1) return [];
    const middle = start + splitSize(end - start);
    return index < middle
      ? [...this.#path(index, start, middle), this.#hashRange(middle, end)]
      : [...this.#path(index, middle, end), this.#hashRange(start, middle)];
  }

  #subproof(first: number, start: number, end: number, isWhole: boolean): Uint8Array[] {
    if (first === end) return isWhole ? [] : [this.#hashRange(start, end)];
    const middle = start + splitSize(end - start);
    return first <= middle
      ? [...this.#subproof(first, start, middle, isWhole), this.#hashRange(middle, end)]
      : [...this.#subproof(first, middle, end, false), this.#hashRange(start, middle)];
  }

  /** The hash over leaves `start` to `end`; `start` is always a multiple of the subtree's size. */
  #hashRange(start: number, end: number): Uint8Array {
    const count = end - start;
    if (isPowerOfTwo(count)) return this.#level(Math.log2(count)).at(start / count);
    const middle = start + splitSize(count);
    return hashNode(this.#hashRange(start, middle), this.#hashRange(middle, end));
  }

  #level(height: number): HashList {
    const level = this.#levels[height] ?? new HashList();
    this.#levels[height] = level;
    return level;
  }

  #checkSize(size: number): void {
    if (!Number.isSafeInteger(size) || size < 0 || size > this.size) {
      throw new RangeError(`the tree has ${this.size} leaves, not ${size}`);
    }
  }
}

/** The largest power of two below `count`: where RFC 9162 §2.1.1 splits a tree. */
function splitSize(count: number): number {
  let size = 1;
  while (size * 2 < count) size *= 2;
  return size;
}
