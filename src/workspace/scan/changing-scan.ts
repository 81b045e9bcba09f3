import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readlinkSync } from "node:fs";
import type { ManifestEntry } from "../manifest/manifest.ts";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import { faultOf, isUnreadable, TreeError } from "../walk/tree-fault.ts";
import { isForeign, isSameStamp, type PlannedDirectory, stampOf } from "../walk/tree-plan.ts";
import type { BlobKeeper } from "./blob-keeper.ts";
import type { ByteCount } from "./byte-count.ts";
import { BLOCK_BYTES, type Findings, OPEN_FILE, type ScanResult } from "./directory-scan.ts";
import type { ContentReader } from "./file-content.ts";

/** A file that is written again and again is read so often. */
const MAX_READS = 3;

/**
 * Hashes the entries of planned directories while others may write into them. What changed at a given time or later is marked as
 * unsettled, and what is no longer there is listed: neither is a fault. Everything is synchronous.
 */
export class ChangingScan {
  readonly #source: DirectoryChain;
  readonly #content: ContentReader;
  readonly #bytes: ByteCount;
  readonly #sinceMs: number;
  readonly #keeper: BlobKeeper | undefined;
  readonly #user = { uid: process.geteuid?.(), gid: process.getegid?.() };
  readonly #seen: PlannedDirectory[] = [];

  constructor(
    source: Directory,
    content: ContentReader,
    bytes: ByteCount,
    sinceMs: number,
    keeper?: BlobKeeper,
  ) {
    this.#source = new DirectoryChain(source);
    this.#content = content;
    this.#bytes = bytes;
    this.#sinceMs = sinceMs;
    this.#keeper = keeper;
  }

  /** Throws `TreeError` if there are too many bytes, or reading fails. */
  scan(directories: readonly PlannedDirectory[]): ScanResult {
    const result: Findings = { entries: [], unreadable: [], vanished: [], foreignCount: 0 };
    for (const directory of directories) {
      this.#seen.push(directory);
      for (const [type, names] of [
        ["file", directory.files],
        ["symlink", directory.links],
      ] as const) {
        for (const name of names) this.#scanEntry(directory, name, type, result);
      }
    }
    return result;
  }

  /** Whether entries came or went in a directory since it was listed. */
  check(): boolean {
    return this.#seen.some(({ rawPath, stamp }) => {
      try {
        return !isSameStamp(stamp, stampOf(this.#source.at(rawPath).status()));
      } catch {
        // It is gone.
        return true;
      }
    });
  }

  close(): void {
    this.#source.close();
  }

  #scanEntry(directory: PlannedDirectory, name: string, type: "file" | "symlink", result: Findings): void {
    const rawPath = directory.rawPath === "" ? name : `${directory.rawPath}/${name}`;
    const keeper = directory.ignored?.has(name) === true ? undefined : this.#keeper;
    try {
      const source = this.#source.at(directory.rawPath);
      const entry =
        type === "file"
          ? this.#readFile(source, rawPath, name, result, keeper)
          : this.#readLink(source, rawPath, name, result, keeper);
      if (entry !== undefined) result.entries.push(entry);
      else result.vanished.push(vanished(rawPath, type));
    } catch (error) {
      const fault = faultOf(error, rawPath, "source");
      if (fault.kind === "changed") result.vanished.push(vanished(rawPath, type));
      else if (isUnreadable(error)) result.unreadable.push(rawPath);
      else throw new TreeError(fault);
    }
  }

  /** Undefined if something else took its place. */
  #readFile(
    source: Directory,
    rawPath: string,
    name: string,
    result: Findings,
    keeper: BlobKeeper | undefined,
  ): ManifestEntry | undefined {
    for (let turn = 1; ; turn += 1) {
      const fd = openSync(source.place(name), OPEN_FILE);
      try {
        const status = fstatSync(fd);
        if (!status.isFile()) return undefined;
        const { size, mode } = status;
        if (!this.#bytes.add(turn === 1 ? size : 0))
          throw new TreeError({ kind: "too_many_bytes", rawPath, reason: `${size} bytes` });
        const isSparse = status.blocks * BLOCK_BYTES < size;
        const { bytes, sha256, content } = this.#content.hash({ fd, size, mode, isSparse });
        const isStable = bytes === size && isSameStamp(stampOf(status), stampOf(fstatSync(fd)));
        if (!isStable && turn < MAX_READS) continue;
        if (isForeign(status, this.#user)) result.foreignCount += 1;
        if (content !== undefined) keeper?.keep(rawPath, content, mode, this.#settledTime(status.mtimeMs));
        const entry: ManifestEntry = { rawPath, type: "file", mode: mode & 0o7777, size: bytes, sha256 };
        return isStable && status.ctimeMs < this.#sinceMs ? entry : { ...entry, unsettled: true };
      } finally {
        closeSync(fd);
      }
    }
  }

  /** git compares whole seconds, and would not notice a change within the second of the file's time. */
  #settledTime(modifiedMs: number): number {
    return Math.floor(modifiedMs / 1000) < Math.floor(this.#sinceMs / 1000) ? modifiedMs : 0;
  }

  #readLink(
    source: Directory,
    rawPath: string,
    name: string,
    result: Findings,
    keeper: BlobKeeper | undefined,
  ): ManifestEntry | undefined {
    const status = source.entryStatus(name);
    if (!status.isSymbolicLink()) return undefined;
    const text = readlinkSync(source.place(name), "buffer");
    if (isForeign(status, this.#user)) result.foreignCount += 1;
    keeper?.keep(rawPath, text, undefined, this.#settledTime(status.mtimeMs));
    const sha256 = createHash("sha256").update(text).digest("hex");
    const entry: ManifestEntry = { rawPath, type: "symlink", mode: 0o777, size: text.length, sha256 };
    // A link is never written, only replaced.
    const isSame = status.ctimeMs < this.#sinceMs && source.entryStatus(name).ino === status.ino;
    return isSame ? entry : { ...entry, unsettled: true };
  }
}

function vanished(rawPath: string, type: "file" | "symlink"): ManifestEntry {
  return { rawPath, type, mode: type === "file" ? 0o644 : 0o777, size: 0, sha256: "", unsettled: true };
}
