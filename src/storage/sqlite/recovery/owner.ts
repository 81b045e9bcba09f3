import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { AbpError } from "../../../contract/index.ts";
import { makePrivateDirectory } from "../../durable-file.ts";
import { takeWriterLock, type WriterLock } from "../../writer-lock.ts";

/** A process that writes, known to others by a lock that it holds for as long as it lives. */
export interface Owner {
  readonly id: string;
  /** Gives the lock back; with `remove` its file goes too. */
  release(remove: boolean): void;
}

/** Makes an owner for this process. */
export async function becomeOwner(directory: string): Promise<Owner> {
  await makePrivateDirectory(join(directory, "owners"));
  const id = randomBytes(12).toString("hex");
  return ownerOf(directory, id, takeWriterLock(lockPath(directory, id)));
}

/** Takes the place of an owner that is gone; undefined while it lives, or while another does the same. */
export function succeedOwner(directory: string, id: string): Owner | undefined {
  try {
    return ownerOf(directory, id, takeWriterLock(lockPath(directory, id)));
  } catch (error) {
    if (AbpError.is(error) && error.code === "ledger_in_use") return undefined;
    throw error;
  }
}

function ownerOf(directory: string, id: string, lock: WriterLock): Owner {
  const release = (remove: boolean) => {
    // The file first, while the lock still keeps others away from it.
    if (remove) rmSync(lockPath(directory, id), { force: true });
    lock.release();
  };
  return { id, release };
}

function lockPath(directory: string, id: string): string {
  return join(directory, "owners", `${id}.lock`);
}
