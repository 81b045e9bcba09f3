import type { BigIntStats } from "node:fs";
import { lstat, opendir } from "node:fs/promises";

const SEPARATOR = Buffer.from("/");
const BLOCK_BYTES = 512n;

/** A reason to stop counting: the entry is gone, or the agent made it unreadable. It may change at any moment. */
const PASSED_OVER: ReadonlySet<string | undefined> = new Set([
  "ENOENT",
  "ENOTDIR",
  "EACCES",
  "EPERM",
  "ELOOP",
  "ENAMETOOLONG",
  "ESTALE",
]);

/**
 * The bytes on disk of the files below `directories` that were made or written since `since`. A file that was changed counts
 * whole, and one with several names once. Stops early when the sum is above `enough`.
 */
export async function writtenBytes(
  directories: readonly string[],
  since: Date,
  enough = Number.POSITIVE_INFINITY,
): Promise<number> {
  const seen = new Set<string>();
  const open = directories.map((path) => Buffer.from(path));
  let bytes = 0;
  for (let directory = open.pop(); directory !== undefined && bytes <= enough; directory = open.pop()) {
    for await (const [path, status] of entriesOf(directory)) {
      if (status.isDirectory()) open.push(path);
      else if (status.isFile() && isWritten(status, since) && !isCounted(status, seen))
        bytes += sizeOf(status);
      if (bytes > enough) break;
    }
  }
  return bytes;
}

async function* entriesOf(
  directory: Buffer<ArrayBuffer>,
): AsyncGenerator<[Buffer<ArrayBuffer>, BigIntStats]> {
  try {
    // The types of Node know no names as bytes here.
    const entries = await opendir(directory, { encoding: "buffer" as BufferEncoding });
    for await (const { name } of entries) {
      const path = Buffer.concat([directory, SEPARATOR, name as unknown as Buffer]);
      const status = await statusOf(path);
      if (status !== undefined) yield [path, status];
    }
  } catch (error) {
    passOver(error);
  }
}

async function statusOf(path: Buffer<ArrayBuffer>): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    passOver(error);
    return undefined;
  }
}

function passOver(error: unknown): void {
  if (!PASSED_OVER.has((error as NodeJS.ErrnoException).code)) throw error;
}

// A program can set the time of the last change, but not the one at which the file was made.
function isWritten({ mtimeMs, birthtimeMs }: BigIntStats, since: Date): boolean {
  const from = BigInt(since.getTime());
  return mtimeMs >= from || birthtimeMs >= from;
}

function isCounted({ dev, ino, nlink }: BigIntStats, seen: Set<string>): boolean {
  if (nlink === 1n) return false;
  const id = `${dev}:${ino}`;
  if (seen.has(id)) return true;
  seen.add(id);
  return false;
}

/** A sparse file takes less room than its length says. */
function sizeOf({ size, blocks }: BigIntStats): number {
  const taken = blocks * BLOCK_BYTES;
  return Number(taken < size ? taken : size);
}
