import { CanonicalError } from "./canonical-error.ts";
import { DEFAULT_MAX_DEPTH } from "./reader.ts";

/** Writes a value as canonical JSON (RFC 8785); what has no exact JSON form is refused, never dropped. */
export function canonicalize(value: unknown): string {
  return writeValue(value, []);
}

/** The UTF-8 bytes of the canonical form: what is hashed and signed. */
export function canonicalBytes(value: unknown): Uint8Array {
  return Buffer.from(canonicalize(value));
}
