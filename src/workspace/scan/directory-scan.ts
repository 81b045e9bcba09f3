import { createHash } from "node:crypto";
import { closeSync, constants, fchmodSync, fstatSync, openSync, readlinkSync, symlinkSync } from "node:fs";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import { faultOf, isUnreadable, TreeError } from "../walk/tree-fault.ts";
import { isForeign, isSameStamp, type PlannedDirectory, type Stamp, stampOf } from "../walk/tree-plan.ts";
import type { BlobKeeper } from "./blob-keeper.ts";
import type { ByteCount } from "./byte-count.ts";
import type { ContentReader } from "./file-content.ts";

// Nonblocking, so that a named pipe that took the file's place does not stop us.
export const OPEN_FILE =
  constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
export const BLOCK_BYTES = 512;

/** The files and links of some directories. */
export interface ScanResult {
  readonly entries: readonly ManifestEntry[];
  readonly unreadable: readonly string[];
  /** Entries that went away or became something else since they were listed. Their content is not known. */
  readonly vanished: readonly ManifestEntry[];
  /** How many of the entries belong to another user or group than this process. */
  readonly foreignCount: number;
}

/** A result that grows. */
export interface Findings {
  readonly entries: ManifestEntry[];
  readonly unreadable: string[];
  readonly vanished: ManifestEntry[];
  foreignCount: number;
}

/** Hashes the entries of planned directories, and copies them if there is a target. Everything is synchronous. */
export class DirectoryScan {
  readonly #source: DirectoryChain;
  readonly #target: DirectoryChain | undefined;
  readonly #content: ContentReader;
  readonly #bytes: ByteCount;
  readonly #keeper: BlobKeeper | undefined;
  readonly #user = { uid: process.geteuid?.(), gid: process.getegid?.() };
  /** What was seen, for `check`. */
  readonly #seen: {
    readonly directory: PlannedDirectory;
    readonly stamps: readonly (Stamp | undefined)[];
  }[] = [];

  constructor(
    source: Directory,
    target: Directory | undefined,
    content: ContentReader,
    bytes: ByteCount,
    keeper?: BlobKeeper,
  ) {
    this.#source = new DirectoryChain(source);
    this.#target = target === undefined ? undefined : new DirectoryChain(target, true);
    this.#content = content;
    this.#bytes = bytes;
    this.#keeper = keeper;
  }

  /** Throws `TreeError`. */
  scan(directories: readonly PlannedDirectory[]): ScanResult {
    const result: Findings = { entries: [], unreadable: [], vanished: [], foreignCount: 0 };
    for (const directory of directories) this.#scanOne(directory, result);
    return result;
  }

  /** Throws `TreeError` if something changed since it was scanned. Returns false: nothing has. */
  check(): boolean {
    for (const { directory, stamps } of this.#seen) {
      const source = this.#open(directory);
      for (const [index, name] of [...directory.files, ...directory.links].entries()) {
        const seen = stamps[index];
        if (seen === undefined) continue;
        const rawPath = join(directory.rawPath, name);
        const now = attempt(rawPath, "source", () => stampOf(source.entryStatus(name)));
        if (!isSameStamp(seen, now)) throw changed(rawPath, "modified");
      }
    }
    return false;
  }

  close(): void {
    this.#source.close();
    this.#target?.close();
  }

  #scanOne(directory: PlannedDirectory, result: Findings): void {
    const { rawPath } = directory;
    const source = this.#open(directory);
    const target = this.#target && attempt(rawPath, "target", () => this.#target!.at(rawPath));
    if (target !== undefined) {
      // Bits that writing into the directory needs are taken away when everything is copied.
      attempt(rawPath, "target", () => fchmodSync(target.fd, (directory.mode & 0o777) | 0o700));
    }
    const stamps: (Stamp | undefined)[] = [];
    for (const name of directory.files) stamps.push(this.#scanFile(source, target, directory, name, result));
    for (const name of directory.links) stamps.push(this.#scanLink(source, target, directory, name, result));
    this.#seen.push({ directory, stamps });
  }

  /** The directory as it was planned; an entry that came or went since then is a change. */
  #open(directory: PlannedDirectory): Directory {
    const { rawPath, stamp } = directory;
    const source = attempt(rawPath, "source", () => this.#source.at(rawPath));
    if (!isSameStamp(stamp, stampOf(source.status()))) throw changed(rawPath, "entries came or went");
    return source;
  }

  #scanFile(
    source: Directory,
    target: Directory | undefined,
    directory: PlannedDirectory,
    name: string,
    result: Findings,
  ): Stamp | undefined {
    const rawPath = join(directory.rawPath, name);
    let fd: number;
    try {
      fd = openSync(source.place(name), OPEN_FILE);
    } catch (error) {
      if (!isUnreadable(error)) throw new TreeError(faultOf(error, rawPath, "source"));
      result.unreadable.push(rawPath);
      return undefined;
    }
    try {
      const status = fstatSync(fd);
      if (!status.isFile()) throw changed(rawPath, "no longer a file");
      const { size, mode } = status;
      if (!this.#bytes.add(size))
        throw new TreeError({ kind: "too_many_bytes", rawPath, reason: `${size} bytes` });
      const file = { fd, size, mode, isSparse: status.blocks * BLOCK_BYTES < size };
      const read = attempt(rawPath, "target", () =>
        target === undefined ? this.#content.hash(file) : this.#content.copy(file, target, name),
      );
      if (read.bytes !== size) throw changed(rawPath, "its size changed");
      result.entries.push({ rawPath, type: "file", mode: mode & 0o7777, size, sha256: read.sha256 });
      if (isForeign(status, this.#user)) result.foreignCount += 1;
      if (read.content !== undefined) {
        const modifiedMs = read.copiedMs ?? status.mtimeMs;
        this.#keeperOf(directory, name)?.keep(rawPath, read.content, mode, modifiedMs);
      }
      return stampOf(status);
    } finally {
      closeSync(fd);
    }
  }

  #scanLink(
    source: Directory,
    target: Directory | undefined,
    directory: PlannedDirectory,
    name: string,
    result: Findings,
  ): Stamp {
    const rawPath = join(directory.rawPath, name);
    const [status, text] = attempt(rawPath, "source", () => {
      const status = source.entryStatus(name);
      if (!status.isSymbolicLink()) throw changed(rawPath, "no longer a link");
      return [status, readlinkSync(source.place(name), "buffer")] as const;
    });
    if (target !== undefined) attempt(rawPath, "target", () => symlinkSync(text, target.place(name)));
    const sha256 = createHash("sha256").update(text).digest("hex");
    result.entries.push({ rawPath, type: "symlink", mode: 0o777, size: text.length, sha256 });
    if (isForeign(status, this.#user)) result.foreignCount += 1;
    const keeper = this.#keeperOf(directory, name);
    if (keeper !== undefined) {
      const { mtimeMs } = target === undefined ? status : target.entryStatus(name);
      keeper.keep(rawPath, text, undefined, mtimeMs);
    }
    return stampOf(status);
  }

  #keeperOf({ ignored }: PlannedDirectory, name: string): BlobKeeper | undefined {
    return ignored?.has(name) === true ? undefined : this.#keeper;
  }
}

function changed(rawPath: string, reason: string): TreeError {
  return new TreeError({ kind: "changed", rawPath, reason });
}

function attempt<Result>(rawPath: string, side: "source" | "target", action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw new TreeError(faultOf(error, rawPath, side));
  }
}

function join(rawDirectory: string, name: string): string {
  return rawDirectory === "" ? name : `${rawDirectory}/${name}`;
}
