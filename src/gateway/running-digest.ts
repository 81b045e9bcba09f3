import { createHash, hash as digestAtOnce, type Hash } from "node:crypto";
import type { BodyDigest } from "../contract/index.ts";

const WINDOW_BYTES = 64 * 1024;

/** The digest of a body that comes in pieces: they are held and hashed in large lots, because each update has a price. */
export class RunningDigest {
  #chunks: Uint8Array[] = [];
  #text = "";
  #held = 0;
  #bytes = 0;
  #hash: Hash | undefined;

  /** Takes the next bytes; they are kept until they are hashed. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    if (this.#held >= WINDOW_BYTES) this.#flush();
  }

  /** Takes the next text; a body is pushed as bytes or as text, not as both. */
  pushText(text: string): void {
    this.#text += text;
    if (this.#text.length >= WINDOW_BYTES) this.#flush();
  }

  /** Whether nothing came yet. */
  get isEmpty(): boolean {
    return this.#bytes === 0 && this.#held === 0 && this.#text === "";
  }

  /** The digest of everything; no more may come. */
  finish(): BodyDigest {
    const rest = this.#take();
    const sha256 =
      this.#hash === undefined ? digestAtOnce("sha256", rest) : this.#hash.update(rest).digest("hex");
    return { bytes: this.#bytes, sha256 };
  }

  #flush(): void {
    this.#hash ??= createHash("sha256");
    this.#hash.update(this.#take());
  }

  #take(): Buffer {
    const lot = this.#text === "" ? Buffer.concat(this.#chunks, this.#held) : Buffer.from(this.#text);
    this.#bytes += lot.length;
    this.#chunks = [];
    this.#held = 0;
    this.#text = "";
    return lot;
  }
}
