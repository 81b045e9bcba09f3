import { hash } from "node:crypto";

/** What the index of a repository says of a file. Paths have one character per byte. */
export interface IndexEntry {
  readonly rawPath: string;
  readonly mode: number;
  readonly oid: string;
  /** As of the file when it was added. All but times are reduced to 32 bits. */
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly ino: number;
  readonly uid: number;
  readonly gid: number;
}

/** A file of the index that is written. */
export type NewIndexEntry = Pick<IndexEntry, "rawPath" | "mode" | "oid" | "size" | "modifiedMs">;

const HEADER_BYTES = 12;
const OID_START = 40;
const FLAGS_START = 60;
const NAME_START = 62;
const CHECKSUM_BYTES = 20;
const MAX_NAME_LENGTH = 0xfff;

/**
 * Reads an index of version 2 to 4 with names of SHA-1. Undefined if it is damaged, of another kind, or only a part of the
 * whole: a split index.
 */
export function parseIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  try {
    return new IndexReader(bytes).read();
  } catch (error) {
    // A length in the file leads out of it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

class IndexReader {
  readonly #bytes: Buffer;
  #at = HEADER_BYTES;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  read(): readonly IndexEntry[] | undefined {
    const bytes = this.#bytes;
    if (bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
    const version = bytes.readUInt32BE(4);
    const count = bytes.readUInt32BE(8);
    if (version < 2 || version > 4 || count * NAME_START > bytes.length) return undefined;
    const entries: IndexEntry[] = [];
    let previous = "";
    for (let index = 0; index < count; index += 1) {
      const entry = this.#readEntry(version, previous);
      if (entry === undefined) return undefined;
      previous = entry.rawPath;
      entries.push(entry);
    }
    return this.#isWhole() ? entries : undefined;
  }

  #readEntry(version: number, previous: string): IndexEntry | undefined {
    const bytes = this.#bytes;
    const start = this.#at;
    const word = (index: number) => bytes.readUInt32BE(start + 4 * index);
    const flags = bytes.readUInt16BE(start + FLAGS_START);
    const nameStart = start + NAME_START + ((flags & 0x4000) !== 0 && version > 2 ? 2 : 0);
    this.#at = nameStart;
    const kept = version === 4 ? previous.slice(0, previous.length - this.#readVarint()) : "";
    const end = bytes.indexOf(0, this.#at);
    if (end === -1) return undefined;
    const rawPath = kept + bytes.toString("latin1", this.#at, end);
    if (Math.min(rawPath.length, MAX_NAME_LENGTH) !== (flags & MAX_NAME_LENGTH)) return undefined;
    this.#at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
    return {
      rawPath,
      changedMs: word(0) * 1000 + word(1) / 1e6,
      modifiedMs: word(2) * 1000 + word(3) / 1e6,
      ino: word(5),
      mode: word(6),
      uid: word(7),
      gid: word(8),
      size: word(9),
      oid: bytes.toString("hex", start + OID_START, start + FLAGS_START),
    };
  }

  /** The number of bytes to remove from the path before, in the form of version 4. */
  #readVarint(): number {
    let byte = this.#bytes.readUInt8(this.#at++);
    let value = byte & 127;
    while ((byte & 128) !== 0) {
      byte = this.#bytes.readUInt8(this.#at++);
      value = (value + 1) * 128 + (byte & 127);
    }
    return value;
  }

  /** Looks for the extension that names another file with the other entries. */
  #isWhole(): boolean {
    const end = this.#bytes.length - CHECKSUM_BYTES;
    while (this.#at + 8 <= end) {
      const name = this.#bytes.toString("latin1", this.#at, this.#at + 4);
      if (name === "link") return false;
      this.#at += 8 + this.#bytes.readUInt32BE(this.#at + 4);
    }
    return this.#at === end;
  }
}

/** The bytes of an index, version 2, of files that are as they were committed. */
export function writeIndex(entries: readonly NewIndexEntry[]): Buffer {
  const sorted = entries.toSorted((one, other) => (one.rawPath < other.rawPath ? -1 : 1));
  const length = sorted.reduce((sum, entry) => sum + entryBytes(entry), HEADER_BYTES);
  // One buffer for all: there may be a hundred thousand entries.
  const bytes = Buffer.alloc(length + CHECKSUM_BYTES);
  bytes.write("DIRC", "latin1");
  bytes.writeUInt32BE(2, 4);
  bytes.writeUInt32BE(sorted.length, 8);
  let at = HEADER_BYTES;
  for (const entry of sorted) {
    writeEntry(bytes, at, entry);
    at += entryBytes(entry);
  }
  bytes.write(hash("sha1", bytes.subarray(0, length), "hex"), length, "hex");
  return bytes;
}

function entryBytes({ rawPath }: NewIndexEntry): number {
  return (NAME_START + rawPath.length + 8) & ~7;
}

function writeEntry(bytes: Buffer, at: number, entry: NewIndexEntry): void {
  const { rawPath, mode, oid, size, modifiedMs } = entry;
  bytes.writeUInt32BE(Math.floor(modifiedMs / 1000) >>> 0, at + 8);
  bytes.writeUInt32BE(mode, at + 24);
  bytes.writeUInt32BE(size % 2 ** 32, at + 36);
  bytes.write(oid, at + OID_START, "hex");
  bytes.writeUInt16BE(Math.min(rawPath.length, MAX_NAME_LENGTH), at + FLAGS_START);
  bytes.write(rawPath, at + NAME_START, "latin1");
}
