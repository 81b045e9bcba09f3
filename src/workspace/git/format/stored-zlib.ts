/** The most bytes of one block. */
const BLOCK_BYTES = 0xffff;
const BLOCK_HEAD_BYTES = 5;
/** A window of 32 KiB, the fastest level; divisible by 31 as a number of two bytes. */
const HEADER = 0x7801;
const MODULUS = 65521;
/** The sums of 22 words stay below 2^16: 255 for each, added up after each. */
const GROUP_BYTES = 4 * 22;

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

/**
 * The checksum of RFC 1950: a sum of the bytes, and a sum of all sums on the way. Four bytes are added at once: each variable of the
 * inner loop holds two sums of 16 bits, which a group of words cannot exceed.
 */
function adler32(content: Uint8Array): number {
  const words = new DataView(content.buffer, content.byteOffset, content.length);
  const { length } = content;
  let low = 1;
  let high = 0;
  let at = 0;
  while (at + GROUP_BYTES <= length) {
    // Bytes 0 and 2 of each word, bytes 1 and 3, and the sums of these before each word.
    let even = 0;
    let odd = 0;
    let evenSums = 0;
    let oddSums = 0;
    for (const end = at + GROUP_BYTES; at < end; at += 4) {
      const word = words.getInt32(at, true);
      evenSums = (evenSums + even) | 0;
      oddSums = (oddSums + odd) | 0;
      even = (even + (word & 0x00ff00ff)) | 0;
      odd = (odd + ((word >>> 8) & 0x00ff00ff)) | 0;
    }
    const [first, second, third, fourth] = [even & 0xffff, odd & 0xffff, even >>> 16, odd >>> 16];
    const before = (evenSums & 0xffff) + (evenSums >>> 16) + (oddSums & 0xffff) + (oddSums >>> 16);
    // Each byte counts once for itself and once for every byte of the group that follows.
    high += GROUP_BYTES * low + 4 * before + 4 * first + 3 * second + 2 * third + fourth;
    high %= MODULUS;
    low = (low + first + second + third + fourth) % MODULUS;
  }
  for (; at < length; at += 1) {
    low += content[at]!;
    high += low;
  }
  return (high % MODULUS) * 2 ** 16 + (low % MODULUS);
}
