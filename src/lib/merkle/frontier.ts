import { emptyRoot, HASH_SIZE, hashNode } from "./hashing.ts";

/** The height of the subtrees that a frontier reports when they are complete: 256 leaves each. */
export const REPORTED_HEIGHT = 8;

/**
 * The right edge of a Merkle tree (RFC 9162 §2.1): the hashes of its largest complete subtrees, from the left.
 * It is all that is needed to append and to tell the root, and it grows with the logarithm of the size.
 */
export class MerkleFrontier {
  readonly #hashes: Uint8Array[];
  #size: number;

  /** Starts from a size and the bytes of `encode`. */
  constructor(size = 0, bytes: Uint8Array = new Uint8Array()) {
    this.#size = size;
    this.#hashes = [];
    for (let at = 0; at < bytes.length; at += HASH_SIZE) this.#hashes.push(bytes.slice(at, at + HASH_SIZE));
    if (bytes.length !== countOnes(size) * HASH_SIZE) {
      throw new RangeError(`${bytes.length} bytes are not the frontier of ${size} leaves`);
    }
  }

  /** How many leaves there are. */
  get size(): number {
    return this.#size;
  }

  /** Adds a leaf by its hash; answers the hash of the subtree of `REPORTED_HEIGHT` that it completes, if it does. */
  append(leafHash: Uint8Array): Uint8Array | undefined {
    if (leafHash.length !== HASH_SIZE) throw new RangeError(`a hash has ${HASH_SIZE} bytes`);
    let hash = leafHash;
    let completed: Uint8Array | undefined;
    let height = 0;
    // Each complete subtree at the edge joins the new one of its own height, as a carry does in counting.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      hash = hashNode(this.#hashes.pop() as Uint8Array, hash);
      height += 1;
      if (height === REPORTED_HEIGHT) completed = hash;
    }
    this.#hashes.push(hash);
    this.#size += 1;
    return completed;
  }

  /** The root over all leaves. */
  root(): Uint8Array {
    let root = this.#hashes.at(-1);
    for (let at = this.#hashes.length - 2; at >= 0; at -= 1) {
      root = hashNode(this.#hashes[at] as Uint8Array, root as Uint8Array);
    }
    return root ?? emptyRoot();
  }

  /** The hashes in one piece, for storing. */
  encode(): Uint8Array {
    return Buffer.concat(this.#hashes);
  }
}

function countOnes(size: number): number {
  let ones = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) ones += rest % 2;
  return ones;
}
