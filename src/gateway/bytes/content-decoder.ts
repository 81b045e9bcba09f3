import type { Transform } from "node:stream";
// By its default: an older Node lacks a name, and `lib/node-version.ts` says so.
import zlib from "node:zlib";

/** What is decoded further is not read: a few bytes can stand for very many. */
const MAX_DECODED_BYTES = 64 * 1024 * 1024;

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ["gzip", zlib.createGunzip],
  ["x-gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
  ["zstd", zlib.createZstdDecompress],
]);

/** Decodes a body by its `content-encoding` as its bytes arrive, beside those that pass through. It holds none of the result. */
export class ContentDecoder {
  readonly #stream: Transform | undefined;
  readonly #ended: Promise<void>;

  /** `onBytes` gets the decoded bytes. Nothing is decoded if the coding is unknown, and nothing more if it is wrong. */
  constructor(encoding: string, onBytes: (bytes: Uint8Array) => void) {
    const stream = DECODERS.get(encoding.trim().toLowerCase())?.();
    this.#stream = stream;
    let left = MAX_DECODED_BYTES;
    stream?.on("data", (bytes: Buffer) => {
      left -= bytes.length;
      if (left < 0) stream.destroy();
      else onBytes(bytes);
    });
    this.#ended = new Promise((resolve) => {
      if (stream === undefined) resolve();
      else stream.on("error", () => resolve()).on("close", () => resolve());
    });
  }

  push(chunk: Uint8Array): void {
    if (this.#stream?.destroyed === false) this.#stream.write(chunk);
  }

  /** Settles when everything that can be decoded is decoded. */
  end(): Promise<void> {
    this.#stream?.end();
    return this.#ended;
  }
}
