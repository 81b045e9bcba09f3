import { HashList } from "./hash-list.ts";
import { hashLeaf, hashNode } from "./hashing.ts";
import { computeRoot, proveConsistency, proveInclusion } from "./subtree-source.ts";

/** An append-only Merkle tree (RFC 9162 §2.1) that answers roots and proofs for every size it ever had. */
export class MerkleTree {
  // Level h holds the hashes of the complete subtrees of 2^h leaves, from the left.
  readonly #levels: HashList[] = [new HashList()];
  readonly #source = (height: number, index: number) => this.#level(height).at(index);

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
    return computeRoot(this.#source, size);
  }

  /** Proves that the leaf at `index` is among the first `size` ones (RFC 9162 §2.1.3.1). */
  inclusionProof(index: number, size: number = this.size): Uint8Array[] {
    this.#checkSize(size);
    return proveInclusion(this.#source, index, size);
  }

  /** Proves that the first `first` leaves are a prefix of the first `second` ones (RFC 9162 §2.1.4.1). */
  consistencyProof(first: number, second: number = this.size): Uint8Array[] {
    this.#checkSize(second);
    return proveConsistency(this.#source, first, second);
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
