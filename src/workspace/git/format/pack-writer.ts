import { createHash, hash, randomUUID } from "node:crypto";
import { closeSync, openSync, readSync, renameSync, rmSync, writeSync } from "node:fs";
import zlib from "node:zlib";
import { type ObjectType, objectId } from "./git-object.ts";
import { storedBytes, storeZlib } from "./stored-zlib.ts";

const TYPE_NUMBERS: Readonly<Record<ObjectType, number>> = { commit: 1, tree: 2, blob: 3 };
const HEADER_BYTES = 12;
/** An index of packs has offsets of 31 bits. */
const MAX_PACK_BYTES = 2 ** 31 - 1;
/** Objects are written in steps of this size. */
const BUFFER_BYTES = 1024 * 1024;
/** Type and size of an object need no more bytes, for sizes below 2^32. */
const MAX_HEAD_BYTES = 5;

interface PackedObject {
  readonly oid: string;
  readonly at: number;
  readonly crc: number;
}

/** Writes objects into packs of a directory, each object once. They are not compressed: the repository lives as long as the run. */
export class PackWriter {
  readonly #directory: string;
  readonly #known = new Set<string>();
  #pack: OpenPack | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the name of the object. */
  add(type: ObjectType, content: Buffer, oid: string = objectId(type, content)): string {
    if (this.#known.has(oid)) return oid;
    this.#known.add(oid);
    const maxLength = MAX_HEAD_BYTES + storedBytes(content.length);
    if (this.#pack !== undefined && this.#pack.length + maxLength > MAX_PACK_BYTES) this.flush();
    this.#pack ??= new OpenPack(this.#directory);
    this.#pack.add(type, content, oid, maxLength);
    return oid;
  }

  /** Writes what is not written yet. */
  flush(): void {
    const pack = this.#pack;
    this.#pack = undefined;
    pack?.finish();
  }

  /** Forgets what is not written yet. */
  close(): void {
    this.#pack?.drop();
    this.#pack = undefined;
  }
}

/** A pack that is being written. git does not see it before it is finished. */
class OpenPack {
  readonly #directory: string;
  readonly #path: string;
  readonly #file: number;
  readonly #objects: PackedObject[] = [];
  readonly #buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  /** Up to where the buffer is filled. */
  #end = HEADER_BYTES;
  /** How many bytes are in the file. */
  #written = 0;

  constructor(directory: string) {
    this.#directory = directory;
    this.#path = `${directory}/tmp_pack_${randomUUID()}`;
    this.#file = openSync(this.#path, "wx+", 0o444);
  }

  get length(): number {
    return this.#written + this.#end;
  }

  add(type: ObjectType, content: Buffer, oid: string, maxLength: number): void {
    if (this.#end + maxLength > BUFFER_BYTES) this.#write(this.#buffer.subarray(0, this.#end));
    const at = this.length;
    const isLong = maxLength > BUFFER_BYTES;
    const target = isLong ? Buffer.allocUnsafeSlow(maxLength) : this.#buffer;
    const start = this.#end;
    const end = storeZlib(target, writeEntryHead(target, start, type, content.length), content);
    const packed = target.subarray(start, end);
    this.#objects.push({ oid, at, crc: zlib.crc32(packed) });
    if (isLong) this.#write(packed);
    else this.#end = end;
  }

  finish(): void {
    try {
      this.#write(this.#buffer.subarray(0, this.#end));
      const header = Buffer.alloc(HEADER_BYTES);
      header.write("PACK", "latin1");
      header.writeUInt32BE(2, 4);
      header.writeUInt32BE(this.#objects.length, 8);
      writeAll(this.#file, header, 0);
      const checksum = this.#checksum();
      writeAll(this.#file, checksum, this.#written);
      const path = `${this.#directory}/pack-${checksum.toString("hex")}`;
      renameSync(this.#path, `${path}.pack`);
      // git finds a pack by its index, which comes last.
      writeFile(`${path}.idx`, packIndex(this.#objects, checksum));
    } finally {
      closeSync(this.#file);
    }
  }

  drop(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #write(bytes: Buffer): void {
    writeAll(this.#file, bytes, this.#written);
    this.#written += bytes.length;
    this.#end = 0;
  }

  /** The checksum of the file. It begins with the number of objects, so that it cannot be computed while they are added. */
  #checksum(): Buffer {
    const digest = createHash("sha1");
    for (let at = 0; at < this.#written; ) {
      const length = readSync(this.#file, this.#buffer, 0, BUFFER_BYTES, at);
      if (length === 0) throw new Error("the pack was cut off");
      digest.update(this.#buffer.subarray(0, length));
      at += length;
    }
    return digest.digest();
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
  // Names are compared with those of the same first byte alone: most of them differ in it.
  const byFirst = Array.from({ length: 256 }, (): PackedObject[] => []);
  for (const object of objects) byFirst[Number.parseInt(object.oid.slice(0, 2), 16)]!.push(object);
  const fanout: number[] = [];
  let count = 0;
  for (const bucket of byFirst) {
    bucket.sort((one, other) => (one.oid < other.oid ? -1 : 1));
    count += bucket.length;
    fanout.push(count);
  }
  const placed = byFirst.flat();
  const body = Buffer.concat([
    words([0xff744f63, 2, ...fanout]),
    Buffer.from(placed.map(({ oid }) => oid).join(""), "hex"),
    words(placed.map(({ crc }) => crc)),
    words(placed.map(({ at }) => at)),
    checksum,
  ]);
  return Buffer.concat([body, hash("sha1", body, "buffer")]);
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(4 * values.length);
  let at = 0;
  for (const value of values) at = bytes.writeUInt32BE(value, at);
  return bytes;
}

function writeFile(path: string, bytes: Buffer): void {
  const file = openSync(path, "wx", 0o444);
  try {
    writeAll(file, bytes, 0);
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, position + at);
}
