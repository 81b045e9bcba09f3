/** The most bytes of one block. */
const BLOCK_BYTES = 0xffff;
const BLOCK_HEAD_BYTES = 5;
/** A window of 32 KiB, the fastest level; divisible by 31 as a number of two bytes. */
const HEADER = 0x7801;
const MODULUS = 65521;
/** The sums of so many bytes stay below 2^31. */
const SUMS = 3800;

/** The bytes of the zlib form of so many bytes. */
export function storedBytes(length: number): number {
  return 2 + blocksOf(length) * BLOCK_HEAD_BYTES + length + 4;
}

/** Writes the zlib form of a content without compression. Returns where it ends. A tenth of the work of the fastest compression. */
export function storeZlib(target: Buffer, start: number, content: Uint8Array): number {
  const blocks = blocksOf(content.length);
  let at = target.writeUInt16BE(HEADER, start);
  for (let block = 0; block < blocks; block += 1) {
    const part = content.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES);
    at = target.writeUInt8(block === blocks - 1 ? 1 : 0, at);
    at = target.writeUInt16LE(part.length, at);
    at = target.writeUInt16LE(part.length ^ 0xffff, at);
    target.set(part, at);
    at += part.length;
  }
  return target.writeUInt32BE(adler32(content), at);
}

function blocksOf(length: number): number {
  return Math.max(1, Math.ceil(length / BLOCK_BYTES));
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
