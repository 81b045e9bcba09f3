/** Decodes standard Base64 (RFC 4648 §4); undefined unless the text is the one encoding of its bytes. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  // The platform's decoder skips what it does not know and ignores spare bits: writing it again shows both.
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** Decodes standard or URL-safe Base64 (RFC 4648 §5, padded or not), as strictly as `decodeBase64`. */
export function decodeBase64Either(text: string): Uint8Array | undefined {
  if (/[+/]/.test(text)) return decodeBase64(text);
  const bare = text.replaceAll("-", "+").replaceAll("_", "/");
  const isUnpadded = !text.endsWith("=") && text.length % 4 !== 0;
  return decodeBase64(isUnpadded ? bare.padEnd(Math.ceil(bare.length / 4) * 4, "=") : bare);
}

/** Encodes bytes as standard, padded Base64. */
export function encodeBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
