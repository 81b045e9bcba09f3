import { createHash, hash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import type { Directory } from "../walk/directory.ts";

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const CLONE = constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL;
const BUFFER_BYTES = 1024 * 1024;
/** Sharing blocks costs more than copying below this size. */
const MIN_CLONE_BYTES = 128 * 1024;
/** The granularity of holes in copies of sparse files. */
const HOLE_BYTES = 64 * 1024;
const ZEROS = Buffer.alloc(HOLE_BYTES);
const PERMISSIONS = 0o777;

/** A regular file that is open for reading. */
export interface OpenFile {
  readonly fd: number;
  readonly size: number;
  readonly mode: number;
  /** Whether it has fewer blocks than its size needs. */
  readonly isSparse: boolean;
}

export interface ReadFile {
  readonly bytes: number;
  readonly sha256: string;
  /** The content of a small file, until the next one is read. */
  readonly content?: Buffer;
  /** When the copy was written. */
  readonly copiedMs?: number;
}

/** Makes a file that shares its blocks with another one; throws if the file system cannot. */
export type CloneFile = (source: string, target: string | Buffer) => void;

const cloneFile: CloneFile = (source, target) => copyFileSync(source, target, CLONE);

/** Hashes the content of files, and copies it on the way. Not for use by several threads. */
export class ContentReader {
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  readonly #clone: CloneFile;
  readonly #umask: number;
  #canClone = true;

  constructor(umask: number, clone: CloneFile = cloneFile) {
    this.#umask = umask;
    this.#clone = clone;
  }

  /** Reads the file to its end. Returns the bytes that were read and their SHA-256. */
  hash(file: OpenFile): ReadFile {
    return this.#read(file, undefined);
  }

  /** Copies the file to a new entry of the target, without setuid, setgid and sticky bits. */
  copy(file: OpenFile, target: Directory, name: string): ReadFile {
    const mode = file.mode & PERMISSIONS;
    const place = target.place(name);
    if (this.#cloned(file, place)) {
      chmodSync(place, mode);
      return { ...this.#read(file, undefined), copiedMs: lstatSync(place).mtimeMs };
    }
    const fd = openSync(place, CREATE, mode);
    try {
      const read = this.#read(file, fd);
      if (file.isSparse) ftruncateSync(fd, read.bytes);
      if ((mode & this.#umask) !== 0) chmodSync(place, mode);
      return { ...read, copiedMs: fstatSync(fd).mtimeMs };
    } finally {
      closeSync(fd);
    }
  }

  #cloned(file: OpenFile, place: string | Buffer): boolean {
    if (!this.#canClone || file.size < MIN_CLONE_BYTES) return false;
    try {
      this.#clone(`/proc/self/fd/${file.fd}`, place);
      return true;
    } catch (error) {
      // A full disk and the like will show when the file is copied.
      if ((error as NodeJS.ErrnoException).code === "EEXIST") throw error;
      this.#canClone = false;
      return false;
    }
  }

  #read(file: OpenFile, target: number | undefined): ReadFile {
    const buffer = this.#buffer;
    let length = readSync(file.fd, buffer, 0, BUFFER_BYTES, null);
    if (length < BUFFER_BYTES && length === file.size) {
      const content = buffer.subarray(0, length);
      if (target !== undefined) writeAll(target, content, 0, file.isSparse);
      return { bytes: length, sha256: hash("sha256", content, "hex"), content };
    }
    const digest = createHash("sha256");
    let bytes = 0;
    while (length > 0) {
      const content = buffer.subarray(0, length);
      digest.update(content);
      if (target !== undefined) writeAll(target, content, bytes, file.isSparse);
      bytes += length;
      // A file that grows is noticed after its recorded size, not at an end that may never come.
      if (bytes > file.size) break;
      length = readSync(file.fd, buffer, 0, BUFFER_BYTES, null);
    }
    return { bytes, sha256: digest.digest("hex") };
  }
}

function writeAll(fd: number, content: Buffer, position: number, keepsHoles: boolean): void {
  const step = keepsHoles ? HOLE_BYTES : Math.max(content.length, 1);
  for (let start = 0; start < content.length; start += step) {
    const end = Math.min(start + step, content.length);
    if (keepsHoles && content.subarray(start, end).equals(ZEROS.subarray(0, end - start))) continue;
    for (let at = start; at < end; ) at += writeSync(fd, content, at, end - at, position + at);
  }
}
