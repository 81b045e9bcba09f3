/** The chunks of a body in one piece; a single one is not copied. */
export function joinChunks(chunks: readonly Uint8Array[], bytes?: number): Buffer {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined)
    return Buffer.from(only.buffer, only.byteOffset, only.length);
  return Buffer.concat(chunks, bytes);
}
