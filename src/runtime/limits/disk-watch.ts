import { statfs } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { writtenBytes } from "../../workspace/index.ts";

const INTERVAL_MS = 500;
/** Files are counted at least this often, and at once if so much space went meanwhile. */
const MAX_COUNT_INTERVAL_MS = 10_000;
const MAX_UNCOUNTED_BYTES = 64 * 1024 ** 2;
/** Counting takes at most one part in this of the time. */
const PAUSE_FACTOR = 20;
/** On a small disk the part of it that must stay free. */
const SMALL_DISK_PART = 20;

/** What is watched while a run goes on. */
export interface WatchedDisk {
  /** Directories that the run writes into. */
  readonly directories: readonly string[];
  readonly maxWrittenBytes: number;
  /** The bytes that must stay free on the disks of the directories; at most a twentieth of a disk. */
  readonly minFreeBytes: number;
  /** Files that were made or written since then are the run's. */
  readonly since: Date;
}

/** The space of the disk that holds a directory. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** What a watch asks of the system, so that tests can replace it. */
export interface DiskTools {
  readonly writtenBytes: typeof writtenBytes;
  /** Undefined if the system does not say. */
  readonly spaceOf: (directory: string) => Promise<DiskSpace | undefined>;
  readonly now: () => number;
}

const systemTools: DiskTools = { writtenBytes, spaceOf, now: () => performance.now() };

/** Ends a run that writes more than it may, or before the disk that it writes to is full. */
export class DiskWatch {
  readonly #disk: WatchedDisk;
  readonly #onFull: (error: AbpError) => void;
  readonly #tools: DiskTools;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #countedAt: number | undefined;
  #pauseMs = 0;
  #freeAtCount = Number.POSITIVE_INFINITY;

  constructor(disk: WatchedDisk, onFull: (error: AbpError) => void, tools = systemTools) {
    this.#disk = disk;
    this.#onFull = onFull;
    this.#tools = tools;
  }

  /** Looks now, and then again and again until `stop`. */
  start(): void {
    this.check().then((error) => {
      if (this.#isStopped) return;
      if (error === undefined) this.#timer = setTimeout(() => this.start(), INTERVAL_MS).unref();
      else this.#onFull(error);
    }, this.#onUnreadable);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** The error of a run that must end now. The first look counts nothing. */
  async check(): Promise<AbpError | undefined> {
    const { directories, minFreeBytes, maxWrittenBytes, since } = this.#disk;
    const { spaceOf: space, writtenBytes: count, now } = this.#tools;
    const disks = (await Promise.all(directories.map(space))).filter((disk) => disk !== undefined);
    const full = disks.find(
      ({ freeBytes, totalBytes }) => freeBytes < Math.min(minFreeBytes, totalBytes / SMALL_DISK_PART),
    );
    if (full !== undefined) return diskFull(full);
    const freeBytes = Math.min(...disks.map((disk) => disk.freeBytes));
    if (this.#countedAt === undefined) {
      // Nothing is written yet.
      this.#countedAt = now();
      this.#freeAtCount = freeBytes;
    }
    if (!this.#isDue(freeBytes, this.#countedAt)) return undefined;
    const began = now();
    const written = await count(directories, since, maxWrittenBytes);
    this.#countedAt = now();
    this.#pauseMs = (this.#countedAt - began) * PAUSE_FACTOR;
    this.#freeAtCount = freeBytes;
    return written > maxWrittenBytes ? tooMuch(maxWrittenBytes) : undefined;
  }

  #isDue(freeBytes: number, countedAt: number): boolean {
    const agoMs = this.#tools.now() - countedAt;
    if (agoMs < this.#pauseMs) return false;
    const uncounted = Math.min(MAX_UNCOUNTED_BYTES, this.#disk.maxWrittenBytes / 8);
    return agoMs >= MAX_COUNT_INTERVAL_MS || this.#freeAtCount - freeBytes >= uncounted;
  }

  // A watch that cannot look protects nothing any more.
  readonly #onUnreadable = (cause: unknown): void => {
    if (this.#isStopped) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#onFull(
      new AbpError("execution_workspace_error", `what the run writes cannot be counted: ${reason}`, {
        cause,
      }),
    );
  };
}

function diskFull({ freeBytes }: DiskSpace): AbpError {
  return new AbpError(
    "workspace_full",
    `the disk that the run writes to has only ${freeBytes} bytes left, so the run was ended`,
    { details: { free_bytes: freeBytes } },
  );
}

function tooMuch(maxBytes: number): AbpError {
  return new AbpError("run_writes_exceeded", `the run wrote more than ${maxBytes} bytes`, {
    details: { max_bytes: maxBytes },
  });
}

async function spaceOf(directory: string): Promise<DiskSpace | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    // The directory is gone, or its file system says nothing.
    return undefined;
  }
}
