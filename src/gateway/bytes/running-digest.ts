import type { BodyDigest } from "../../contract/index.ts";
import { BodyHash } from "./body-digest.ts";
import { ByteWindow } from "./byte-window.ts";

/** Small, because each mapped stream holds two of these for as long as it lasts. */
const WINDOW_BYTES = 8 * 1024;
/** A chunk of this size is hashed where it is: the fixed cost of a hash update is below that of a copy. */
const LARGE_CHUNK_BYTES = 2 * 1024;

/** The digest of a stream. Small chunks are copied into a window and hashed together, because each hash update has a fixed cost. */
export class RunningDigest {
  readonly #window = new ByteWindow();
  readonly #hash = new BodyHash();

  push(chunk: Uint8Array): void {
    const isLarge = chunk.length >= LARGE_CHUNK_BYTES;
    if (isLarge || this.#window.length + chunk.length > WINDOW_BYTES) this.#flush();
    if (isLarge) this.#hash.update(chunk);
    else this.#window.add(chunk);
  }

  get isEmpty(): boolean {
    return this.#hash.bytes === 0 && this.#window.length === 0;
  }

  /** The digest of everything. Nothing may be pushed afterwards. */
  finish(): BodyDigest {
    return this.#hash.finish(this.#window.view());
  }

  #flush(): void {
    if (this.#window.length === 0) return;
    this.#hash.update(this.#window.view());
    this.#window.dropBefore(this.#window.length);
  }
}
