import { createHash } from "node:crypto";

/** The SHA-256 digest of bytes, or of the UTF-8 form of a string. */
export function sha256(input: Uint8Array | string): Uint8Array {
  return createHash("sha256").update(input).digest();
}

/** The SHA-256 digest as 64 lower-case hexadecimal characters. */
export function sha256Hex(input: Uint8Array | string): string {
  return createHash("sha256").update(input).digest("hex");
}
