/** Joins the chunks of a body. A single chunk is returned as a view, not copied. */
export function joinChunks(chunks: readonly Uint8Array[], bytes?: number): Buffer {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined)
    return Buffer.from(only.buffer, only.byteOffset, only.length);
  return Buffer.concat(chunks, bytes);
}
