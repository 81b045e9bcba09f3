// Used again for every id, because each call needs one.
const bytes = Buffer.alloc(16);

/** A UUID v7 (RFC 9562 §5.7): the time in milliseconds, then ten random bytes given by the caller. */
export function uuidV7(unixMilliseconds: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError("uuidV7 needs ten random bytes");
  bytes.writeUIntBE(unixMilliseconds, 0, 6);
  for (let at = 0; at < 10; at += 1) bytes[at + 6] = random[at]!;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
