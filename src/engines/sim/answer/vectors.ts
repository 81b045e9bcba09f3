import { AbpError } from "../../../contract/index.ts";
import { sha256Hex } from "../../../lib/index.ts";

/** The length of vectors if the request names none. */
const DEFAULT_DIMENSIONS = 8;
const MAX_DIMENSIONS = 4096;
const DIGITS_PER_VALUE = 4;

/**
 * Makes a vector of length 1 from the hash of a text: equal texts have equal vectors. Throws `validation_failed` beyond 4096
 * dimensions.
 */
export function vectorOf(text: string, dimensions: number = DEFAULT_DIMENSIONS): number[] {
  if (dimensions > MAX_DIMENSIONS)
    throw new AbpError("validation_failed", `a vector has at most ${MAX_DIMENSIONS} dimensions here`);
  const values: number[] = [];
  for (let block = 0; values.length < dimensions; block += 1) {
    const digits = sha256Hex(`${block}\n${text}`);
    for (let at = 0; at < digits.length && values.length < dimensions; at += DIGITS_PER_VALUE)
      values.push(Number.parseInt(digits.slice(at, at + DIGITS_PER_VALUE), 16) / 0x8000 - 1);
  }
  const length = Math.hypot(...values) || 1;
  return values.map((value) => value / length);
}
