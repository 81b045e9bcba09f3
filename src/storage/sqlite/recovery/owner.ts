import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AbpError } from "../../../contract/index.ts";
import { directoryError } from "../../directory-use.ts";
import { makePrivateDirectory } from "../../durable-file.ts";
import type { FileLock } from "../../file-lock.ts";
import { takeWriterLock } from "../../writer-lock.ts";

const LOCK_SUFFIX = ".lock";

/** A process that writes. It holds a lock while it lives, by which other processes know that it does. */
export interface Owner {
  readonly id: string;
  /** Releases the lock, and deletes its file if `remove` is true. */
  release(remove: boolean): void;
}

export async function becomeOwner(directory: string): Promise<Owner> {
  await makePrivateDirectory(join(directory, "owners"));
  const id = randomBytes(12).toString("hex");
  return ownerOf(directory, id, takeWriterLock(lockPath(directory, id)));
}

/** Takes over the lock of an owner whose process has ended; undefined while it lives, or while another process does the same. */
export function succeedOwner(directory: string, id: string): Owner | undefined {
  try {
    return ownerOf(directory, id, takeWriterLock(lockPath(directory, id)));
  } catch (error) {
    if (AbpError.is(error) && error.code === "ledger_in_use") return undefined;
    throw error;
  }
}

/** The ids of all owners that left a lock file: those that live, and those whose process ended without closing its store. */
export function listOwners(directory: string): string[] {
  const path = join(directory, "owners");
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(LOCK_SUFFIX))
    .map((name) => name.slice(0, -LOCK_SUFFIX.length));
}

/**
 * Whether the process of an owner has ended. Changes nothing. If the lock cannot be tried, because the directory is read-only
 * or full, the process counts as living.
 */
export function hasEnded(directory: string, id: string): boolean {
  if (!existsSync(lockPath(directory, id))) return true;
  try {
    const owner = succeedOwner(directory, id);
    owner?.release(false);
    return owner !== undefined;
  } catch (error) {
    if (directoryError(error, directory, "receipts_dir") === undefined) throw error;
    return false;
  }
}

function ownerOf(directory: string, id: string, lock: FileLock): Owner {
  const release = (remove: boolean) => {
    // Deletes the file before the release, while no other process can take the lock.
    if (remove) rmSync(lockPath(directory, id), { force: true });
    lock.release();
  };
  return { id, release };
}

function lockPath(directory: string, id: string): string {
  return join(directory, "owners", `${id}${LOCK_SUFFIX}`);
}
