import { type FileHandle, open } from "node:fs/promises";

/** The granularity of holes. */
const BLOCK_BYTES = 64 * 1024;
const CHUNK_BYTES = 1024 * 1024;
const ZEROS = Buffer.alloc(BLOCK_BYTES);

/** Writes a file from its beginning, and leaves holes where the content is zero. */
export class SparseWriter {
  readonly #handle: FileHandle;
  #position = 0;

  constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  async write(chunk: Buffer): Promise<void> {
    for (let start = 0; start < chunk.length; start += BLOCK_BYTES) {
      const block = chunk.subarray(start, start + BLOCK_BYTES);
      if (!block.equals(ZEROS.subarray(0, block.length))) await this.#writeAll(block);
      this.#position += block.length;
    }
  }

  /** Gives the file its length, which a hole at the end does not. */
  async end(): Promise<void> {
    await this.#handle.truncate(this.#position);
  }

  async #writeAll(block: Buffer): Promise<void> {
    for (let at = 0; at < block.length; ) {
      const { bytesWritten } = await this.#handle.write(block, at, block.length - at, this.#position + at);
      at += bytesWritten;
    }
  }
}

/** Copies a file to a new one, with its holes. The umask applies to the mode. */
export async function copySparse(from: string, to: string, mode: number): Promise<void> {
  const source = await open(from, "r");
  try {
    const target = await open(to, "wx", mode);
    try {
      const writer = new SparseWriter(target);
      const chunk = Buffer.alloc(CHUNK_BYTES);
      for (;;) {
        const { bytesRead } = await source.read(chunk, 0, chunk.length, null);
        if (bytesRead === 0) break;
        await writer.write(chunk.subarray(0, bytesRead));
      }
      await writer.end();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
