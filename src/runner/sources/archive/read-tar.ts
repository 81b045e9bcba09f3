import { archiveError } from "./archive-error.ts";
import type { ByteReader } from "./byte-reader.ts";
import { partsOfName } from "./entry-name.ts";
import { type PaxFacts, readPaxRecords } from "./pax-records.ts";
import { BLOCK_BYTES, decodeName, readTarHeader, type TarHeader } from "./tar-header.ts";

/** The most bytes of a header that describes the next entry. */
const MAX_EXTENSION_BYTES = 64 * 1024;

/** Gets the entries of an archive in their order. */
export interface EntrySink {
  directory(parts: readonly string[]): Promise<void>;
  /** A file, whose content comes in pieces. */
  file(parts: readonly string[], isExecutable: boolean, content: AsyncIterable<Buffer>): Promise<void>;
}

const FILE_TYPES = ["0", "\0"];
const REFUSED_TYPES: Readonly<Record<string, string>> = {
  "1": "a hard link",
  "2": "a symbolic link",
  "3": "a device",
  "4": "a device",
  "6": "a pipe",
  K: "a link with a long name",
};

/**
 * Reads a tar archive of the formats ustar, pax and GNU, of which only files and directories are taken. Throws
 * `run_source_invalid` for anything else, and for more entries than the limit. Resolves to their number.
 */
export async function readTar(reader: ByteReader, sink: EntrySink, maxEntries: number): Promise<number> {
  let count = 0;
  let ahead: PaxFacts = {};
  for (;;) {
    const header = readTarHeader(await reader.exactly(BLOCK_BYTES));
    if (header === undefined) {
      if (ahead.path !== undefined || ahead.size !== undefined)
        throw archiveError("its last entry is missing");
      await requireZeros(reader);
      return count;
    }
    const { type } = header;
    if (type === "x" || type === "g" || type === "L") {
      const facts = await readExtension(reader, header);
      if (type !== "g") ahead = { ...ahead, ...facts };
      continue;
    }
    count += 1;
    if (count > maxEntries) throw archiveError(`it has more than ${maxEntries} entries`);
    await takeEntry(reader, sink, {
      ...header,
      name: ahead.path ?? header.name,
      size: ahead.size ?? header.size,
    });
    ahead = {};
  }
}

async function readExtension(reader: ByteReader, { type, size }: TarHeader): Promise<PaxFacts> {
  if (size > MAX_EXTENSION_BYTES) throw archiveError("the header of an entry is too large");
  const bytes = await reader.exactly(size);
  await skipPadding(reader, size);
  if (type === "L") return { path: decodeName(bytes) };
  const facts = readPaxRecords(bytes);
  if (type === "g" && (facts.path !== undefined || facts.size !== undefined))
    throw archiveError("a global header names an entry");
  return facts;
}

async function takeEntry(reader: ByteReader, sink: EntrySink, header: TarHeader): Promise<void> {
  const { name, type, size, isExecutable } = header;
  const refused = REFUSED_TYPES[type];
  if (refused !== undefined) throw archiveError(`it holds ${refused}`, name);
  const parts = partsOfName(name);
  if (type === "5") {
    if (size !== 0) throw archiveError("a directory has content", name);
    await sink.directory(parts);
    return;
  }
  if (!FILE_TYPES.includes(type))
    throw archiveError(`it holds an entry of the type ${JSON.stringify(type)}`, name);
  if (parts.length === 0 || name.endsWith("/"))
    throw archiveError("a file has the name of a directory", name);
  const left = { bytes: size };
  await sink.file(parts, isExecutable, contentOf(reader, left));
  // A sink that left some of it unread has failed.
  if (left.bytes > 0) throw archiveError("an entry was not read to its end", name);
  await skipPadding(reader, size);
}

async function* contentOf(reader: ByteReader, left: { bytes: number }): AsyncGenerator<Buffer> {
  while (left.bytes > 0) {
    const part = await reader.some(left.bytes);
    if (part.length === 0) throw archiveError("it is cut off");
    left.bytes -= part.length;
    yield part;
  }
}

async function skipPadding(reader: ByteReader, size: number): Promise<void> {
  const rest = size % BLOCK_BYTES;
  if (rest > 0) await reader.exactly(BLOCK_BYTES - rest);
}

/** What follows the end is filled with zeros. */
async function requireZeros(reader: ByteReader): Promise<void> {
  for (;;) {
    const part = await reader.some(BLOCK_BYTES);
    if (part.length === 0) return;
    if (part.some((byte) => byte !== 0)) throw archiveError("something follows its end");
  }
}
