import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { CHANGED, type ContentProblem, openExact, readLarge, unreadable } from "./content.ts";
import { SparseWriter } from "./sparse-writer.ts";

/** A file that is too large for a patch. Its content is kept beside, in a file of its own. */
export interface LargeFile {
  /** One character per byte. */
  readonly rawPath: string;
  readonly executable: boolean;
  readonly size: number;
  /** git's name of the content. */
  readonly oid: string;
  /** The file with the content, in the directory of the large files. */
  readonly name: string;
}

/** Copies a file of the stage into a directory, which is made if it is missing, with its holes, and checks it against the manifest. */
export async function keepLargeFile(
  root: string,
  entry: ManifestEntry,
  directory: string,
  name: string,
): Promise<LargeFile | ContentProblem> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let handle: Awaited<ReturnType<typeof openExact>>;
  try {
    handle = await openExact(root, entry);
  } catch (error) {
    return unreadable(error);
  }
  if (handle === undefined) return CHANGED;
  const hash = createHash("sha1").update(`blob ${entry.size}\0`);
  const target = await open(join(directory, name), "wx", 0o600);
  try {
    const writer = new SparseWriter(target);
    const pieces = readLarge({ handle }, entry);
    let piece = await pieces.next();
    for (; piece.done !== true; piece = await pieces.next()) {
      hash.update(piece.value);
      await writer.write(piece.value);
    }
    await writer.end();
    await target.sync();
    if (piece.value !== undefined) return piece.value;
  } finally {
    await target.close();
  }
  const executable = (entry.mode & 0o100) !== 0;
  return { rawPath: entry.rawPath, executable, size: entry.size, oid: hash.digest("hex"), name };
}
