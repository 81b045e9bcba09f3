const CHUNK_BYTES = 64 * 1024;

/** So many bytes in chunks of 64 KiB. Each chunk differs from the others, so that one that is lost or swapped shows. */
export function* patternBytes(bytes: number): Generator<Buffer> {
  for (let at = 0; at < bytes; at += CHUNK_BYTES) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes - at), at / CHUNK_BYTES);
    if (chunk.length >= 8) chunk.writeDoubleLE(at, 0);
    yield chunk;
  }
}
