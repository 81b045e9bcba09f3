/** Counts bytes over all threads against a limit. */
export class ByteCount {
  readonly #cell: BigInt64Array<SharedArrayBuffer>;
  readonly #limit: bigint;

  constructor(memory: SharedArrayBuffer, limit: number) {
    this.#cell = new BigInt64Array(memory);
    this.#limit = BigInt(Math.min(limit, Number.MAX_SAFE_INTEGER));
  }

  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(8);
  }

  /** False if the sum exceeds the limit. */
  add(bytes: number): boolean {
    return Atomics.add(this.#cell, 0, BigInt(bytes)) + BigInt(bytes) <= this.#limit;
  }
}
