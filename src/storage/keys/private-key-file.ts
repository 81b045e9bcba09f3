import { createPrivateKey, type KeyObject } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { writeDurableFile } from "../durable-file.ts";

// RFC 8410 §7: these bytes come before the seed in the PKCS #8 form of an Ed25519 key.
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");
const GROUP_AND_OTHERS = 0o077;

/** Writes a private key as PKCS #8 PEM. Only the owner can read the file, from the moment it exists. */
export async function writePrivateKey(path: string, seed: Uint8Array): Promise<void> {
  const body = Buffer.concat([PKCS8_PREFIX, seed]).toString("base64");
  await writeDurableFile(path, `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`, 0o600);
}

/**
 * Loads an Ed25519 private key. Throws `key_file_unsafe` where another user could have read or replaced the file, and
 * `key_not_found` where it is missing or holds no such key.
 */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  let handle: FileHandle;
  try {
    // Another user could have made a link that leads to another file.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ELOOP") throw unsafe(path, "is a symbolic link");
    throw new AbpError("key_not_found", "the private key cannot be read", { where: path, cause: error });
  }
  try {
    const { mode, uid } = await handle.stat();
    if ((mode & GROUP_AND_OTHERS) !== 0) throw unsafe(path, `has mode ${(mode & 0o777).toString(8)}`);
    const self = process.getuid?.();
    if (self !== undefined && uid !== self && uid !== 0) throw unsafe(path, "belongs to another user");
    return decodeKey(await handle.readFile(), path);
  } finally {
    await handle.close();
  }
}

/** The 32-byte secret seed of an Ed25519 private key. */
export function seedOf(key: KeyObject): Uint8Array {
  return Buffer.from(key.export({ format: "jwk" }).d as string, "base64url");
}

function decodeKey(pem: Buffer, path: string): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, format: "pem" });
    if (key.asymmetricKeyType !== "ed25519") throw new RangeError("it is not an Ed25519 key");
    return key;
  } catch (error) {
    throw new AbpError("key_not_found", "the file holds no Ed25519 private key", {
      where: path,
      cause: error,
    });
  }
}

function unsafe(path: string, reason: string): AbpError {
  return new AbpError("key_file_unsafe", `the private key file ${reason}`, { where: path });
}
