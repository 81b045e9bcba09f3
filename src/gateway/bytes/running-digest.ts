import { createHash, hash as digestAtOnce, type Hash } from "node:crypto";
import type { BodyDigest } from "../../contract/index.ts";
import { ByteWindow } from "./byte-window.ts";

// Small, because every stream under way has two of them for as long as it lasts.
const WINDOW_BYTES = 8 * 1024;

/** The digest of a body that comes in pieces: they are gathered and hashed in large lots, because each update has a price. */
export class RunningDigest {
  readonly #window = new ByteWindow();
  #hashedBytes = 0;
  #hash: Hash | undefined;

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    this.#window.add(chunk);
    if (this.#window.length >= WINDOW_BYTES) this.#flush();
  }

  /** Whether nothing came yet. */
  get isEmpty(): boolean {
    return this.#hashedBytes === 0 && this.#window.length === 0;
  }

  /** The digest of everything; no more may come. */
  finish(): BodyDigest {
    const rest = this.#window.view();
    const sha256 =
      this.#hash === undefined ? digestAtOnce("sha256", rest) : this.#hash.update(rest).digest("hex");
    return { bytes: this.#hashedBytes + rest.length, sha256 };
  }

  #flush(): void {
    this.#hash ??= createHash("sha256");
    this.#hash.update(this.#window.view());
    this.#hashedBytes += this.#window.length;
    this.#window.dropBefore(this.#window.length);
  }
}
