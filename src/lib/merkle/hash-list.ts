import { HASH_SIZE } from "./hashing.ts";

/** A growing list of hashes in one piece of memory: a million of them as objects would cost three times as much. */
export class HashList {
  #bytes = new Uint8Array(16 * HASH_SIZE);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(hash: Uint8Array): void {
    if (hash.length !== HASH_SIZE) throw new RangeError(`a hash has ${HASH_SIZE} bytes, not ${hash.length}`);
    const offset = this.#length * HASH_SIZE;
    if (offset === this.#bytes.length) {
      const larger = new Uint8Array(2 * offset);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(hash, offset);
    this.#length += 1;
  }

  at(index: number): Uint8Array {
    if (index < 0 || index >= this.#length) throw new RangeError(`there is no hash ${index}`);
    return this.#bytes.slice(index * HASH_SIZE, (index + 1) * HASH_SIZE);
  }
}
