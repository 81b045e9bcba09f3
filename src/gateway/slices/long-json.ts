import type { BodyDigest } from "../../contract/index.ts";
import { SlicedReader, SlicedWriter } from "../../lib/index.ts";
import { BodyHash } from "../bytes/body-digest.ts";
import { SLICE_BYTES } from "./long-body-read.ts";
import type { SlicedWork } from "./slice-queue.ts";

/** A longer JSON text is read, written and hashed in slices. Up to here each of them takes about two milliseconds. */
export const LONG_JSON_BYTES = 1024 * 1024;

const NOTHING = new Uint8Array(0);

/** Reads a long JSON text, a slice at a time. `step` throws `SlicedReadError`. */
export class LongJsonRead implements SlicedWork {
  readonly #reader: SlicedReader;

  /** `strict` refuses what readers disagree about. */
  constructor(body: Buffer, options: { readonly strict: boolean }) {
    this.#reader = new SlicedReader(body, options);
  }

  step(): boolean {
    return this.#reader.step(SLICE_BYTES);
  }

  /** The value, once the work is done. */
  get value(): unknown {
    return this.#reader.value;
  }
}

/** Writes a value as JSON and hashes it, a slice at a time. */
export class LongJsonWrite implements SlicedWork {
  readonly #hash = new BodyHash();
  readonly #writer: SlicedWriter;

  constructor(value: unknown, expectedBytes: number) {
    this.#writer = new SlicedWriter(value, expectedBytes, (part) => this.#hash.update(part));
  }

  step(): boolean {
    return this.#writer.step(SLICE_BYTES);
  }

  /** The text and its digest, once the work is done. */
  finish(): { readonly body: Buffer; readonly digest: BodyDigest } {
    return { body: this.#writer.bytes, digest: this.#hash.finish(NOTHING) };
  }
}

/** Hashes a long body, a slice at a time. */
export class LongDigest implements SlicedWork {
  readonly #body: Buffer;
  readonly #hash = new BodyHash();

  constructor(body: Buffer) {
    this.#body = body;
  }

  step(): boolean {
    const { bytes } = this.#hash;
    this.#hash.update(this.#body.subarray(bytes, bytes + SLICE_BYTES));
    return this.#hash.bytes === this.#body.length;
  }

  finish(): BodyDigest {
    return this.#hash.finish(NOTHING);
  }
}
