import { AbpError } from "../contract/index.ts";
import { type FileLock, tryLock } from "./file-lock.ts";

/** Takes the lock of a file, or throws `ledger_in_use`. */
export function takeWriterLock(path: string): FileLock {
  const lock = tryLock(path);
  if (lock !== undefined) return lock;
  throw new AbpError("ledger_in_use", "another process is using it", { where: path });
}
