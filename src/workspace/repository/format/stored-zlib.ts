/** The most bytes of one block. */
const BLOCK_BYTES = 0xffff;
const BLOCK_HEAD_BYTES = 5;
/** A window of 32 KiB, the fastest level; divisible by 31 as a number of two bytes. */
const HEADER = 0x7801;
const MODULUS = 65521;
/** The sums of so many bytes stay below 2^31. */
const SUMS = 3800;

/** The zlib form of a content without compression, behind a head. A tenth of the work of the fastest compression. */
export function storeZlib(head: readonly number[], content: Uint8Array): Buffer {
  const blocks = Math.max(1, Math.ceil(content.length / BLOCK_BYTES));
  const stored = Buffer.allocUnsafe(head.length + 2 + blocks * BLOCK_HEAD_BYTES + content.length + 4);
  stored.set(head);
  let at = stored.writeUInt16BE(HEADER, head.length);
  for (let block = 0; block < blocks; block += 1) {
    const part = content.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    at = stored.writeUInt8(block === blocks - 1 ? 1 : 0, at);
    at = stored.writeUInt16LE(part.length, at);
    at = stored.writeUInt16LE(part.length ^ 0xffff, at);
    stored.set(part, at);
    at += part.length;
  }
  stored.writeUInt32BE(adler32(content), at);
  return stored;
}

/** The checksum of RFC 1950. */
function adler32(content: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < content.length; ) {
    const end = Math.min(at + SUMS, content.length);
    for (; at < end; at += 1) {
      low += content[at]!;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return high * 2 ** 16 + low;
}
