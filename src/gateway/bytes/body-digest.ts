import { createHash, type Hash, hash } from "node:crypto";
import type { BodyDigest } from "../../contract/index.ts";

/** The digest of a whole body. */
export function digestBody(body: Uint8Array | string): BodyDigest {
  return { bytes: Buffer.byteLength(body), sha256: hash("sha256", body) };
}

/** The digest of a body that is hashed in parts. A body that fits into one part is hashed without a hash object. */
export class BodyHash {
  #hash: Hash | undefined;
  #bytes = 0;

  /** How many bytes were hashed. */
  get bytes(): number {
    return this.#bytes;
  }

  update(part: Uint8Array): void {
    this.#hash ??= createHash("sha256");
    this.#hash.update(part);
    this.#bytes += part.length;
  }

  /** Adds the last part and returns the digest of everything. */
  finish(last: Uint8Array): BodyDigest {
    if (this.#hash === undefined) return digestBody(last);
    return { bytes: this.#bytes + last.length, sha256: this.#hash.update(last).digest("hex") };
  }
}
