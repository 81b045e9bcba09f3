import { SLICE_BYTES } from "../slices/long-body-read.ts";
import type { SlicedWork } from "../slices/slice-queue.ts";
import { checkValues, openScan, readScan } from "./call-body.ts";

export interface ReadLimits {
  readonly maxDepth: number;
  readonly maxValues: number;
}

/** Checks a JSON message, by the rules for request bodies, before a server parses it. */
export class BodyCheck implements SlicedWork {
  readonly #body: Buffer;
  readonly #limits: ReadLimits;
  readonly #scanner: ReturnType<typeof openScan>;

  constructor(body: Buffer, limits: ReadLimits) {
    this.#body = body;
    this.#limits = limits;
    this.#scanner = openScan(body, limits.maxDepth);
  }

  step(): boolean {
    return this.#scanner.advance(SLICE_BYTES);
  }

  /**
   * Does what is left, and answers whether the message is a JSON object that may be parsed. Throws as `readScan`,
   * `input_too_large` if it has too many values, and `input_invalid_json` if readers may disagree about it.
   */
  isReadable(): boolean {
    while (!this.step());
    const { scan, doubt } = readScan(this.#body, this.#scanner.result, this.#limits.maxDepth);
    if (doubt !== undefined) throw doubt;
    if (scan === undefined) return false;
    checkValues(scan, this.#limits.maxValues);
    return true;
  }
}
