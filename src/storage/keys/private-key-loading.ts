import { createPrivateKey, createPublicKey, hash, type KeyObject } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";

// This file imports neither the error table nor the schemas: the writer thread loads it, and they take it 200 ms.

const GROUP_AND_OTHERS = 0o077;

/** Why a private key is not used: another user could have read or replaced it, or it is missing or another key. */
export class PrivateKeyFault extends Error {
  readonly code: "key_file_unsafe" | "key_not_found";

  constructor(code: PrivateKeyFault["code"], message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** Loads an Ed25519 private key from its PEM file. Throws a `PrivateKeyFault`. */
export function loadPrivateKey(path: string): KeyObject {
  const file = openPrivateFile(path);
  try {
    const { mode, uid } = fstatSync(file);
    if ((mode & GROUP_AND_OTHERS) !== 0) throw unsafe(`has mode ${(mode & 0o777).toString(8)}`);
    const self = process.getuid?.();
    if (self !== undefined && uid !== self && uid !== 0) throw unsafe("belongs to another user");
    return decodeKey(readFileSync(file));
  } finally {
    closeSync(file);
  }
}

/** The id of a key, from its public part: the first 16 hexadecimal digits of its SHA-256. */
export function keyIdOfPrivate(key: KeyObject): string {
  const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x as string, "base64url");
  return hash("sha256", publicKey).slice(0, 16);
}

/** Whether users other than the owner can write to a directory; false if it does not exist. */
export function isWritableByOthers(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found !== undefined && (found.mode & 0o022) !== 0;
}

function openPrivateFile(path: string): number {
  try {
    // Another user could have made a link that leads to another file.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") throw unsafe("is a symbolic link");
    throw new PrivateKeyFault("key_not_found", "the private key cannot be read", error);
  }
}

function decodeKey(pem: Buffer): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, format: "pem" });
    if (key.asymmetricKeyType !== "ed25519") throw new RangeError("it is not an Ed25519 key");
    return key;
  } catch (error) {
    throw new PrivateKeyFault("key_not_found", "the file holds no Ed25519 private key", error);
  }
}

function unsafe(reason: string): PrivateKeyFault {
  return new PrivateKeyFault("key_file_unsafe", `the private key file ${reason}`);
}
