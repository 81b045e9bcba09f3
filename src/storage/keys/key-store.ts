import { type KeyObject, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { AbpError, formatTimestamp, parseWith, readDocumentJson } from "../../contract/index.ts";
import {
  createSigningKey,
  type KeyEntry,
  KeySet,
  revokeKey,
  rotateKey,
  type SigningKey,
  startKeySet,
  trustKeys,
} from "../../receipts/index.ts";
import { directoryError, useDirectory } from "../directory-use.ts";
import { makePrivateDirectory, writeDurableFile } from "../durable-file.ts";
import type { FileLock } from "../file-lock.ts";
import { takeWriterLock } from "../writer-lock.ts";
import {
  KEY_LOCK_FILE,
  KEY_SET_FILE,
  type KeyStatus,
  keyIdInForce,
  privateKeyFile,
  statusOf,
} from "./key-in-force.ts";
import { readPrivateKey, seedOf, writePrivateKey } from "./private-key-file.ts";
import { isWritableByOthers } from "./private-key-loading.ts";

/** Sources of time and randomness, for tests. */
export interface KeyStoreOptions {
  readonly now?: () => Date;
  readonly random?: (size: number) => Uint8Array;
}

export interface KeyListing extends KeyEntry {
  readonly status: KeyStatus;
}

/** Attempts to take the lock while another process changes the keys or signs, two seconds in total. */
const MAX_LOCK_ATTEMPTS = 100;
const LOCK_INTERVAL_MS = 20;

/**
 * A directory of signing keys: `keys.json`, the public key set, and one private file for each key.
 *
 * @example
 * import { KeyStore } from "agent-backplane";
 * const store = new KeyStore(config.receipts.keys_dir);
 * await store.ensure(); // Makes the first key if there is none.
 * const published = await store.keySet();
 */
export class KeyStore {
  readonly directory: string;
  readonly #now: () => Date;
  readonly #random: (size: number) => Uint8Array;

  constructor(directory: string, options: KeyStoreOptions = {}) {
    this.directory = directory;
    this.#now = options.now ?? (() => new Date());
    this.#random = options.random ?? randomBytes;
  }

  /** The file with the public key set, to be given to those who verify receipts. */
  get keySetPath(): string {
    return join(this.directory, KEY_SET_FILE);
  }

  /** Creates the first key, or a new one after the last was revoked. Throws `usage_invalid` while a key is in force. */
  async create(): Promise<KeyListing> {
    return this.#change(async (set) => {
      if (set?.keys.some((entry) => statusOf(set, entry) === "in_force")) {
        throw new AbpError("usage_invalid", "a key is in force already; rotate it instead", {
          where: this.directory,
        });
      }
      const key = await this.#makeKey();
      const fresh = startKeySet(key, this.#timestamp());
      return {
        set: set === undefined ? fresh : { ...set, keys: [...set.keys, ...fresh.keys] },
        keyId: key.keyId,
      };
    });
  }

  /** Creates a key if none is in force; resolves to the key that it created. */
  async ensure(): Promise<KeyListing | undefined> {
    if (await this.#hasKeyInForce()) return undefined;
    try {
      return await this.create();
    } catch (error) {
      // Another process may have created the key in the meantime.
      if (!AbpError.is(error) || error.code !== "usage_invalid" || !(await this.#hasKeyInForce()))
        throw error;
      return undefined;
    }
  }

  async #hasKeyInForce(): Promise<boolean> {
    return (await this.list()).some((key) => key.status === "in_force");
  }

  /**
   * Creates a key that replaces the one in force. The old key signs the change. The old key ends now, or at `notBefore` if
   * that is later: it may have signed receipts with later times than this machine's clock shows.
   */
  async rotate(notBefore?: Date): Promise<KeyListing> {
    return this.#change(async (set) => {
      const old = await this.signingKey(this.#keyIdInForce(set));
      const key = await this.#makeKey();
      const now = this.#now();
      const at = formatTimestamp(notBefore !== undefined && notBefore > now ? notBefore : now);
      return { set: rotateKey(required(set), old, key, at), keyId: key.keyId };
    });
  }

  /** Revokes a key. The key in force signs the revocation; if there is none, the revoked key signs it. */
  async revoke(keyId: string, reason: string): Promise<KeyListing> {
    return this.#change(async (set) => {
      const hasSigner = set?.keys.some((entry) => statusOf(set, entry) === "in_force");
      const by = await this.signingKey(hasSigner ? this.#keyIdInForce(set) : keyId);
      return { set: revokeKey(required(set), keyId, by, this.#timestamp(), reason), keyId };
    });
  }

  /** All keys, oldest first. */
  async list(): Promise<readonly KeyListing[]> {
    const set = await this.#read();
    return (set?.keys ?? []).map((entry) => listing(required(set), entry));
  }

  /** The public key set; throws `key_not_found` before the first key exists. */
  async keySet(): Promise<KeySet> {
    return required(await this.#read());
  }

  /** The key with this id, or the key in force. */
  async signingKey(keyId?: string): Promise<SigningKey> {
    return createSigningKey(seedOf(await this.privateKey(keyId)));
  }

  /** Like `signingKey`, in a form that can be passed to another thread. */
  async privateKey(keyId?: string): Promise<KeyObject> {
    return this.#loadKey(keyId ?? this.#keyIdInForce(await this.#read()));
  }

  #change(change: (set: KeySet | undefined) => Promise<{ set: KeySet; keyId: string }>): Promise<KeyListing> {
    return useDirectory(this.directory, "receipts.keys_dir", () => this.#changeLocked(change));
  }

  async #changeLocked(
    change: (set: KeySet | undefined) => Promise<{ set: KeySet; keyId: string }>,
  ): Promise<KeyListing> {
    await makePrivateDirectory(this.directory);
    const lock = await this.#lock();
    try {
      const { set, keyId } = await change(await this.#read());
      await writeDurableFile(this.keySetPath, `${JSON.stringify(set, null, 2)}\n`, 0o644);
      const entry = set.keys.find((one) => one.key_id === keyId) as KeyEntry;
      return listing(set, entry);
    } finally {
      lock.release();
    }
  }

  // A process that signs a checkpoint holds the lock for a moment.
  async #lock(): Promise<FileLock> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return takeWriterLock(join(this.directory, KEY_LOCK_FILE));
      } catch (error) {
        const isHeld = AbpError.is(error) && error.code === "ledger_in_use";
        if (!isHeld || attempt === MAX_LOCK_ATTEMPTS) throw error;
        await setTimeout(LOCK_INTERVAL_MS);
      }
    }
  }

  async #makeKey(): Promise<SigningKey> {
    const seed = this.#random(32);
    const key = createSigningKey(seed);
    await writePrivateKey(this.#privatePath(key.keyId), seed);
    return key;
  }

  async #read(): Promise<KeySet | undefined> {
    let text: Buffer;
    try {
      text = await readFile(this.keySetPath);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      const options = { where: this.keySetPath, cause: error };
      throw (
        directoryError(error, this.directory, "receipts.keys_dir") ??
        new AbpError("input_unreadable", "the key set cannot be read", options)
      );
    }
    const set = parseWith(KeySet, readDocumentJson(text, this.keySetPath), this.keySetPath);
    trustKeys(set);
    return set;
  }

  #keyIdInForce(set: KeySet | undefined): string {
    const keyId = set === undefined ? undefined : keyIdInForce(set);
    if (keyId === undefined) {
      throw new AbpError("key_not_found", "there is no key in force", { where: this.directory });
    }
    return keyId;
  }

  async #loadKey(keyId: string): Promise<KeyObject> {
    if (!/^[0-9a-f]{16}$/.test(keyId)) throw new AbpError("key_not_found", `${keyId} is no key id`);
    if (isWritableByOthers(this.directory)) {
      throw new AbpError("key_file_unsafe", "others can write to the key directory", {
        where: this.directory,
      });
    }
    const path = this.#privatePath(keyId);
    const key = await readPrivateKey(path);
    const found = createSigningKey(seedOf(key)).keyId;
    if (found !== keyId) {
      throw new AbpError("key_not_found", `the private key file of ${keyId} holds the key ${found}`, {
        where: path,
      });
    }
    return key;
  }

  #privatePath(keyId: string): string {
    return join(this.directory, privateKeyFile(keyId));
  }

  #timestamp(): string {
    return formatTimestamp(this.#now());
  }
}

function listing(set: KeySet, entry: KeyEntry): KeyListing {
  return { ...entry, status: statusOf(set, entry) };
}

function required(set: KeySet | undefined): KeySet {
  if (set === undefined) throw new AbpError("key_not_found", "there are no keys yet");
  return set;
}
