import { createHash, hash } from "node:crypto";
import { closeSync, openSync, writevSync } from "node:fs";
// By its default: an older Node lacks a name, and `lib/node-version.ts` says so.
import zlib from "node:zlib";
import { type ObjectType, objectId } from "./git-object.ts";
import { storedBytes, storeZlib } from "./stored-zlib.ts";

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };
/** A pack is written when its objects have so many bytes. */
const PACK_BYTES = 32 * 1024 * 1024;
/** An index of packs has offsets of 31 bits. */
const MAX_PACK_BYTES = 2 ** 31 - 1;
/** Objects are collected in buffers of this size: a buffer for each object costs more than all else of a small one. */
const BUFFER_BYTES = 1024 * 1024;
/** Type and size of an object need no more bytes, for sizes below 2^32. */
const MAX_HEAD_BYTES = 5;
const VECTORS = 512;

interface PackedObject {
  readonly oid: string;
  readonly length: number;
  readonly crc: number;
}

/** Writes objects into packs of a directory, each object once. They are not compressed: the repository lives as long as the run. */
export class PackWriter {
  readonly #directory: string;
  readonly #known = new Set<string>();
  #objects: PackedObject[] = [];
  /** The packed objects, as far as the buffers are filled. */
  #buffers: Buffer[] = [];
  /** The buffer that is filled next, and up to where it is filled. */
  #current = Buffer.alloc(0);
  #end = 0;
  #bytes = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the name of the object. */
  add(type: ObjectType, content: Buffer, oid: string = objectId(type, content)): string {
    if (this.#known.has(oid)) return oid;
    this.#known.add(oid);
    const maxLength = MAX_HEAD_BYTES + storedBytes(content.length);
    if (this.#bytes + maxLength > MAX_PACK_BYTES) this.flush();
    if (this.#end + maxLength > this.#current.length) this.#addBuffer(maxLength);
    const start = this.#end;
    const head = writeEntryHead(this.#current, start, type, content.length);
    this.#end = storeZlib(this.#current, head, content);
    const length = this.#end - start;
    this.#objects.push({ oid, length, crc: zlib.crc32(this.#current.subarray(start, this.#end)) });
    this.#bytes += length;
    if (this.#bytes >= PACK_BYTES) this.flush();
    return oid;
  }

  /** Writes what is not written yet. */
  flush(): void {
    if (this.#objects.length === 0) return;
    this.#addBuffer(0);
    const header = Buffer.alloc(12);
    header.write("PACK", "latin1");
    header.writeUInt32BE(2, 4);
    header.writeUInt32BE(this.#objects.length, 8);
    const parts = [header, ...this.#buffers];
    const digest = createHash("sha1");
    for (const part of parts) digest.update(part);
    const checksum = digest.digest();
    const path = `${this.#directory}/pack-${checksum.toString("hex")}`;
    writeParts(`${path}.pack`, [...parts, checksum]);
    // git finds a pack by its index, which comes last.
    writeParts(`${path}.idx`, [packIndex(this.#objects, checksum)]);
    this.#objects = [];
    this.#buffers = [];
    this.#bytes = 0;
  }

  /** Puts the filled buffer aside. The next one takes at least so many bytes. */
  #addBuffer(length: number): void {
    if (this.#end > 0) this.#buffers.push(this.#current.subarray(0, this.#end));
    this.#current = length === 0 ? Buffer.alloc(0) : Buffer.allocUnsafeSlow(Math.max(BUFFER_BYTES, length));
    this.#end = 0;
  }
}

/** The names of the objects in an index of a pack, version 2. */
export function packedIds(index: Buffer): readonly string[] {
  const start = 8 + 256 * 4;
  const count = index.readUInt32BE(start - 4);
  return Array.from({ length: count }, (_, at) =>
    index.toString("hex", start + 20 * at, start + 20 * (at + 1)),
  );
}

/** Writes type and size of an object: 4 bits of the size in the first byte, 7 in each that follows. Returns where they end. */
function writeEntryHead(target: Buffer, start: number, type: ObjectType, size: number): number {
  let at = start;
  let byte = (TYPE_NUMBERS[type] << 4) | (size & 15);
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    target[at++] = byte | 128;
    byte = rest & 127;
  }
  target[at++] = byte;
  return at;
}

function packIndex(objects: readonly PackedObject[], checksum: Buffer): Buffer {
  let offset = 12;
  const placed = objects.map(({ oid, crc, length }) => {
    const at = offset;
    offset += length;
    return { oid, crc, at };
  });
  placed.sort((one, other) => (one.oid < other.oid ? -1 : 1));
  const words = (values: readonly number[]) => {
    const buffer = Buffer.alloc(4 * values.length);
    for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, 4 * index);
    return buffer;
  };
  const fanout = new Array<number>(256).fill(0);
  for (const { oid } of placed) fanout[Number.parseInt(oid.slice(0, 2), 16)]! += 1;
  for (let first = 1; first < 256; first += 1) fanout[first]! += fanout[first - 1]!;
  const body = Buffer.concat([
    words([0xff744f63, 2, ...fanout]),
    Buffer.from(placed.map(({ oid }) => oid).join(""), "hex"),
    words(placed.map(({ crc }) => crc)),
    words(placed.map(({ at }) => at)),
    checksum,
  ]);
  return Buffer.concat([body, hash("sha1", body, "buffer")]);
}

function writeParts(path: string, parts: readonly Buffer[]): void {
  const file = openSync(path, "wx", 0o444);
  try {
    for (let at = 0; at < parts.length; at += VECTORS) writeAll(file, parts.slice(at, at + VECTORS));
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, parts: readonly Buffer[]): void {
  let rest = parts.filter(({ length }) => length > 0);
  while (rest.length > 0) {
    let written = writevSync(file, rest);
    while (rest.length > 0 && written >= rest[0]!.length) written -= rest.shift()!.length;
    if (rest.length > 0) rest = [rest[0]!.subarray(written), ...rest.slice(1)];
  }
}
