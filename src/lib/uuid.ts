/** A UUID v7 (RFC 9562 §5.7): the time in milliseconds, then ten random bytes given by the caller. */
export function uuidV7(unixMilliseconds: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError("uuidV7 needs ten random bytes");
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(unixMilliseconds / 2 ** 32));
  view.setUint32(2, unixMilliseconds % 2 ** 32);
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Buffer.from(bytes.buffer).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
