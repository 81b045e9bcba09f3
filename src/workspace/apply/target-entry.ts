import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { constants, lstat, open, readlink } from "node:fs/promises";
import { pathBelow } from "../patch/raw-path.ts";

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
  | { readonly type: "absent" | "directory" | "special" }
  | {
      readonly type: "file" | "symlink";
      readonly executable: boolean;
      readonly oid: string;
      readonly size: number;
      readonly mode: number;
      readonly identity: FileIdentity;
    };

/** Reads the entry at a path and the git name of its content. The caller checks its parent directories. */
export async function readTargetEntry(target: string, rawPath: string): Promise<TargetEntry> {
  const path = pathBelow(target, rawPath);
  const stats = await lstatOrUndefined(path);
  if (stats === undefined) return { type: "absent" };
  if (stats.isDirectory()) return { type: "directory" };
  const shared = { size: Number(stats.size), mode: Number(stats.mode) & 0o777, identity: identityOf(stats) };
  if (stats.isSymbolicLink()) {
    const oid = hashBlob(await readlink(path, "buffer"));
    return { type: "symlink", executable: false, oid, ...shared };
  }
  if (!stats.isFile()) return { type: "special" };
  const executable = (shared.mode & 0o100) !== 0;
  return { type: "file", executable, oid: await hashFile(path, shared.size), ...shared };
}

/** Stats of the entry itself; undefined where nothing is there. */
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
async function hashFile(path: Buffer, size: number): Promise<string> {
  const hash = createHash("sha1").update(`blob ${size}\0`);
  const handle = await open(path, OPEN_FLAGS);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return hash.digest("hex");
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
