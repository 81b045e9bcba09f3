import { createHash } from "node:crypto";
import { constants, type FileHandle, open, readlink } from "node:fs/promises";
import { reasonOf, sha256Hex } from "../../lib/index.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { pathBelow } from "../manifest/raw-path.ts";

/** A larger file is not put into a patch: git holds both sides of a file in memory. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;
/** A file up to this size is read as a whole. */
export const SMALL_FILE_BYTES = 256 * 1024;
const CHUNK_BYTES = 256 * 1024;
// A name that became a pipe or a terminal since the manifest was taken must not block or bind the process.
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** A content that cannot be read as the manifest describes it, and why. */
export interface ContentProblem {
  readonly problem: string;
}

/** An open file whose size is that of the manifest. The reader closes it. */
export interface LargeContent {
  readonly handle: FileHandle;
}

export const CHANGED: ContentProblem = { problem: "its content changed while the patch was written" };

/** Reads a small file or a link target, and checks it against the manifest. */
export async function readSmall(root: string, entry: ManifestEntry): Promise<Buffer | ContentProblem> {
  try {
    const bytes = entry.type === "symlink" ? await readTarget(root, entry) : await readWhole(root, entry);
    return bytes !== undefined && sha256Hex(bytes) === entry.sha256 ? bytes : CHANGED;
  } catch (error) {
    return unreadable(error);
  }
}

/** Opens a file for reading in pieces. */
export async function openLarge(
  root: string,
  entry: ManifestEntry,
  maxBytes = MAX_FILE_BYTES,
): Promise<LargeContent | ContentProblem> {
  if (entry.size > maxBytes) return { problem: `it is larger than ${maxBytes / 1024 / 1024} MiB` };
  try {
    const handle = await openExact(root, entry);
    return handle === undefined ? CHANGED : { handle };
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Yields exactly `entry.size` bytes, zeros if the file has become shorter, and closes the file. Returns a problem if the
 * bytes are not those of the manifest.
 */
export async function* readLarge(
  { handle }: LargeContent,
  entry: ManifestEntry,
): AsyncGenerator<Buffer, ContentProblem | undefined> {
  const hash = createHash("sha256");
  try {
    for (let position = 0; position < entry.size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, entry.size - position));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
      hash.update(chunk.subarray(0, bytesRead));
      // If the file has ended, the rest of the chunk stays zero, and the digest does not match.
      const piece = bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead);
      position += piece.length;
      yield piece;
    }
  } finally {
    await handle.close();
  }
  return hash.digest("hex") === entry.sha256 ? undefined : CHANGED;
}

async function readTarget(root: string, { rawPath }: ManifestEntry): Promise<Buffer> {
  return readlink(pathBelow(root, rawPath), "buffer");
}

async function readWhole(root: string, entry: ManifestEntry): Promise<Buffer | undefined> {
  const handle = await openExact(root, entry);
  try {
    return await handle?.readFile();
  } finally {
    await handle?.close();
  }
}

/** Opens a file whose size is that of the manifest; undefined if something else is there. */
export async function openExact(
  root: string,
  { rawPath, size }: ManifestEntry,
): Promise<FileHandle | undefined> {
  const handle = await open(pathBelow(root, rawPath), OPEN_FLAGS);
  const stats = await handle.stat();
  if (stats.isFile() && stats.size === size) return handle;
  await handle.close();
  return undefined;
}

export function unreadable(error: unknown): ContentProblem {
  return { problem: `it cannot be read (${reasonOf(error)})` };
}
