import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AbpError } from "../../../contract/index.ts";
import { archiveError } from "./archive-error.ts";
import { ByteReader } from "./byte-reader.ts";
import { type EntrySink, readTar } from "./read-tar.ts";

/** What an archive may hold. */
export interface ArchiveLimits {
  /** Of the archive, after it was decompressed. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

const GZIP = [0x1f, 0x8b];

/** Reads a tar archive, compressed by gzip or not. Resolves to the number of its entries. Throws `run_source_invalid`. */
export async function readArchive(
  bytes: AsyncIterable<Uint8Array>,
  sink: EntrySink,
  { maxBytes, maxEntries }: ArchiveLimits,
): Promise<number> {
  const given = bytes[Symbol.asyncIterator]();
  const first = await firstBytes(given);
  if (first.length === 0) throw archiveError("it is empty");
  const whole = putBack(first, given);
  const isCompressed = GZIP.every((byte, at) => first[at] === byte);
  const plain = isCompressed ? decompress(whole) : whole;
  const reader = new ByteReader(plain, maxBytes);
  try {
    return await readTar(reader, sink, maxEntries);
  } catch (error) {
    if (AbpError.is(error) || !isZlibError(error)) throw error;
    throw archiveError("it cannot be decompressed");
  } finally {
    await reader.close();
  }
}

/** The first pieces, together at least as long as the mark of gzip unless there is no more. */
async function firstBytes(rest: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < GZIP.length) {
    const next = await rest.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* putBack(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function decompress(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip();
  const source = Readable.from(bytes);
  // An error of the source, such as a file that cannot be read, ends the reading of its content too.
  source.on("error", (error) => gunzip.destroy(error));
  return source.pipe(gunzip);
}

function isZlibError(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === "string" && /^Z_|^ERR_(?:TRAILING|INVALID)/.test(code);
}
