import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, lstat, open, readlink } from "node:fs/promises";
import { sha256Hex } from "../../lib/index.ts";
import { pathBelow } from "../manifest/raw-path.ts";

const CHUNK_BYTES = 256 * 1024;
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Values that differ after a file was written, replaced or got another mode. */
export interface FileIdentity {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mode: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** What the workspace has at a path now. */
export type TargetEntry =
  | { readonly type: "absent" }
  | { readonly type: "directory" }
  | { readonly type: "special" }
  | {
      readonly type: "file" | "symlink";
      readonly executable: boolean;
      readonly oid: string;
      /** Where it was asked for. */
      readonly sha256?: string;
      readonly size: number;
      readonly mode: number;
      readonly identity: FileIdentity;
    };

/** Reads the entry at a path and the git name of its content, if asked its SHA-256 too. The caller checks its parent directories. */
export async function readTargetEntry(
  target: string,
  rawPath: string,
  needsSha256 = false,
): Promise<TargetEntry> {
  const path = pathBelow(target, rawPath);
  const stats = await lstatOrUndefined(path);
  if (stats === undefined) return { type: "absent" };
  if (stats.isDirectory()) return { type: "directory" };
  const shared = { size: Number(stats.size), mode: Number(stats.mode) & 0o777, identity: identityOf(stats) };
  if (stats.isSymbolicLink()) {
    const text = await readlink(path, "buffer");
    const sha256 = needsSha256 ? { sha256: sha256Hex(text) } : {};
    return { type: "symlink", executable: false, oid: hashBlob(text), ...sha256, ...shared };
  }
  if (!stats.isFile()) return { type: "special" };
  const executable = (shared.mode & 0o100) !== 0;
  return { type: "file", executable, ...(await hashFile(path, shared.size, needsSha256)), ...shared };
}

/** Stats of the entry itself; undefined if nothing is there. */
export async function lstatOrUndefined(path: Buffer): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    // Nothing is below a file, nor below a link that leads to itself.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return undefined;
    throw error;
  }
}

export function identityOf({ ino, size, mode, mtimeNs, ctimeNs }: BigIntStats): FileIdentity {
  return { ino, size, mode, mtimeNs, ctimeNs };
}

export function isSameIdentity(one: FileIdentity, other: FileIdentity): boolean {
  return (
    one.ino === other.ino &&
    one.size === other.size &&
    one.mode === other.mode &&
    one.mtimeNs === other.mtimeNs &&
    one.ctimeNs === other.ctimeNs
  );
}

/** git's name of a content. */
export function hashBlob(content: Uint8Array): string {
  return createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
}

// A file that grows meanwhile gets a name that fits no saved content.
async function hashFile(
  path: Buffer,
  size: number,
  needsSha256: boolean,
): Promise<{ readonly oid: string; readonly sha256?: string }> {
  const hash = createHash("sha1").update(`blob ${size}\0`);
  const sha256 = needsSha256 ? createHash("sha256") : undefined;
  const handle = await open(path, OPEN_FLAGS);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) {
        return { oid: hash.digest("hex"), ...(sha256 === undefined ? {} : { sha256: sha256.digest("hex") }) };
      }
      hash.update(chunk.subarray(0, bytesRead));
      sha256?.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
