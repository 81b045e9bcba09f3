/** What an entry costs besides its key: the objects of the map and the value. */
const ENTRY_BYTES = 256;

export interface CacheLimits {
  readonly maxEntries: number;
  readonly maxBytes: number;
}

/**
 * A cache whose keys come from callers. It is bounded by its entries and by the bytes of their keys, which count two bytes for
 * each character. A full cache is emptied: it fills again with what is in use. A key that is too long for it is not kept.
 */
export class BoundedCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly bytes: number }>();
  readonly #limits: CacheLimits;
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  /** How many bytes the entries count for. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Keeps a value. `valueBytes` is what it holds besides a few small objects. */
  set(key: string, value: Value, valueBytes = 0): void {
    const bytes = 2 * key.length + ENTRY_BYTES + valueBytes;
    const { maxEntries, maxBytes } = this.#limits;
    this.delete(key);
    if (bytes > maxBytes) return;
    if (this.#entries.size >= maxEntries || this.#bytes + bytes > maxBytes) this.clear();
    this.#bytes += bytes;
    this.#entries.set(key, { value, bytes });
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }
}
