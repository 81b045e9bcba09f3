import type { BodyDigest } from "../../contract/index.ts";
import type { JsonScanner } from "../../lib/index.ts";
import { BodyHash } from "../bytes/body-digest.ts";
import type { SlicedWork } from "./slice-queue.ts";

/** A longer body is read in slices. Up to here the digest and the scan take about a millisecond together. */
export const LONG_BODY_BYTES = 256 * 1024;
/** A body with more values is parsed and translated in event-loop turns of its own; up to here that takes some 10 ms. */
export const MANY_VALUES = 5000;
/** The bytes of one slice: a millisecond of hashing, or up to ten of scanning on a busy machine. */
export const SLICE_BYTES = 256 * 1024;

const NOTHING = new Uint8Array(0);

/** Computes the digest of a long body and scans it, a slice at a time. */
export class LongBodyRead implements SlicedWork {
  readonly scanner: JsonScanner;
  readonly #body: Buffer;
  readonly #hash = new BodyHash();
  #digest: BodyDigest | undefined;

  constructor(body: Buffer, scanner: JsonScanner) {
    this.#body = body;
    this.scanner = scanner;
  }

  /** The digest of the whole body, once the work is done. */
  get digest(): BodyDigest | undefined {
    return this.#digest;
  }

  step(): boolean {
    const { bytes } = this.#hash;
    if (bytes < this.#body.length) {
      this.#hash.update(this.#body.subarray(bytes, bytes + SLICE_BYTES));
      return false;
    }
    this.#digest ??= this.#hash.finish(NOTHING);
    return this.scanner.advance(SLICE_BYTES);
  }
}
