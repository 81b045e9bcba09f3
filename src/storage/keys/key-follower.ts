import type { KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { KeySet } from "../../receipts/index.ts";
import { type FileLock, tryLock } from "../file-lock.ts";
import { KEY_LOCK_FILE, KEY_SET_FILE, keyIdInForce, privateKeyFile } from "./key-in-force.ts";
import { isWritableByOthers, keyIdOfPrivate, loadPrivateKey } from "./private-key-loading.ts";

/** The longest time that a signature waits for a change of the key set to end. */
const MAX_LOCK_WAIT_MS = 5000;
// https://www.sqlite.org/rescode.html: SQLITE_PERM, SQLITE_READONLY, SQLITE_CANTOPEN.
const UNWRITABLE_CODES: ReadonlySet<number> = new Set([3, 8, 14]);

/** Says why no key can sign at the moment. */
export class KeyUnavailable extends Error {}

/** The files that a follower uses; tests pass others. */
export interface KeyFiles {
  readonly readKeySet: (path: string) => Buffer;
  readonly loadKey: (path: string) => KeyObject;
  readonly lock: (path: string, waitMs: number) => FileLock | undefined;
}

const REAL_FILES: KeyFiles = { readKeySet: readFileSync, loadKey: loadPrivateKey, lock: tryLock };

/**
 * Gives the key in force of a key directory, also after another process has rotated or revoked keys. It is synchronous and
 * small, because the writer thread uses it. `KeyStore` checks the statements of the key set.
 */
export class KeyFollower {
  readonly #directory: string;
  readonly #files: KeyFiles;
  #keySet: Buffer | undefined;
  #key: KeyObject | undefined;

  constructor(directory: string, files: KeyFiles = REAL_FILES) {
    this.#directory = directory;
    this.#files = files;
  }

  /** The key in force now. Throws `KeyUnavailable`. */
  current(): KeyObject {
    try {
      const keySet = this.#files.readKeySet(join(this.#directory, KEY_SET_FILE));
      if (this.#key !== undefined && this.#keySet?.equals(keySet)) return this.#key;
      this.#key = undefined;
      this.#key = this.#load(keySet);
      this.#keySet = keySet;
      return this.#key;
    } catch (error) {
      throw unavailable(error);
    }
  }

  /**
   * Does `work` while no other process can change the key set. A signature of the old key can then not come after the time at
   * which that key ended. Nothing is locked in a directory that this process cannot write to. Throws `KeyUnavailable` if the
   * lock is held for too long, and the errors of `work`.
   */
  hold<Result>(work: () => Result): Result {
    const lock = this.#lock();
    try {
      return work();
    } finally {
      lock?.release();
    }
  }

  #lock(): FileLock | undefined {
    let lock: FileLock | undefined;
    try {
      lock = this.#files.lock(join(this.#directory, KEY_LOCK_FILE), MAX_LOCK_WAIT_MS);
    } catch (error) {
      const code = (error as { errcode?: number }).errcode;
      if (code !== undefined && UNWRITABLE_CODES.has(code & 0xff)) return undefined;
      throw unavailable(error);
    }
    if (lock === undefined) throw new KeyUnavailable(`the keys in ${this.#directory} are being changed`);
    return lock;
  }

  #load(keySet: Buffer): KeyObject {
    const keyId = keyIdInForce(JSON.parse(keySet.toString()) as KeySet);
    if (keyId === undefined) {
      throw new Error(
        `there is no key in force in ${this.#directory}; \`abp receipt keys create\` creates one`,
      );
    }
    if (isWritableByOthers(this.#directory)) {
      throw new Error(`others can write to the key directory ${this.#directory}`);
    }
    const key = this.#files.loadKey(join(this.#directory, privateKeyFile(keyId)));
    if (keyIdOfPrivate(key) !== keyId) throw new Error(`the private key file of ${keyId} holds another key`);
    return key;
  }
}

function unavailable(error: unknown): KeyUnavailable {
  return new KeyUnavailable(error instanceof Error ? error.message : String(error), { cause: error });
}
