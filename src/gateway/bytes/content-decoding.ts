// By its default: an older Node lacks a name, and `lib/node-version.ts` says so.
import zlib from "node:zlib";

/** Decoding takes about a millisecond per MiB of the result, and runs beside other calls. */
const MAX_DECODED_BYTES = 4 * 1024 * 1024;

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["gzip", zlib.gunzipSync],
  ["x-gzip", zlib.gunzipSync],
  ["deflate", zlib.inflateSync],
  ["br", zlib.brotliDecompressSync],
  ["zstd", zlib.zstdDecompressSync],
]);

/**
 * Decodes a whole body by its `content-encoding`. Answers `incomplete` if the coding itself ends early, and `unreadable`
 * if it is unknown or wrong, or if the result would exceed 4 MiB.
 */
export function decodeContent(bytes: Uint8Array, encoding: string): Buffer | "incomplete" | "unreadable" {
  const decode = DECODERS.get(encoding.trim().toLowerCase());
  if (decode === undefined) return "unreadable";
  try {
    return decode(bytes, { maxOutputLength: MAX_DECODED_BYTES });
  } catch (error) {
    return (error as { readonly code?: unknown }).code === "Z_BUF_ERROR" ? "incomplete" : "unreadable";
  }
}

/** Whether a `content-encoding` says that the body is encoded. */
export function isEncoded(encoding: string | undefined): encoding is string {
  return encoding !== undefined && encoding.trim() !== "" && encoding.trim().toLowerCase() !== "identity";
}
