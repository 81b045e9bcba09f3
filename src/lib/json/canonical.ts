import { CanonicalError } from "./canonical-error.ts";
import { type JsonSegments, type OrderedForm, writeOrdered } from "./ordered-writer.ts";

const JCS: OrderedForm = { writeNumber };

/** Writes a value as canonical JSON, RFC 8785: keys by UTF-16 code units, numbers as ECMAScript prints them. */
export function canonicalize(value: unknown): string {
  return writeOrdered(value, JCS);
}

/** The UTF-8 bytes of the canonical form: what is hashed and signed. */
export function canonicalBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalize(value));
}

function writeNumber(value: unknown, place: JsonSegments): string | undefined {
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value)) throw new CanonicalError("number-not-finite", `the number ${value}`, place);
  return String(value);
}
