import type { BodyDigest } from "../../contract/index.ts";
import { BodyHash } from "./body-digest.ts";
import { ByteWindow } from "./byte-window.ts";

/** Small, because each mapped stream holds two of these for as long as it lasts. */
const WINDOW_BYTES = 8 * 1024;

/** The digest of a stream. Chunks are copied into a window and hashed together, because each hash update has a fixed cost. */
export class RunningDigest {
  readonly #window = new ByteWindow();
  readonly #hash = new BodyHash();

  push(chunk: Uint8Array): void {
    this.#window.add(chunk);
    if (this.#window.length < WINDOW_BYTES) return;
    this.#hash.update(this.#window.view());
    this.#window.dropBefore(this.#window.length);
  }

  get isEmpty(): boolean {
    return this.#hash.bytes === 0 && this.#window.length === 0;
  }

  /** The digest of everything. Nothing may be pushed afterwards. */
  finish(): BodyDigest {
    return this.#hash.finish(this.#window.view());
  }
}
