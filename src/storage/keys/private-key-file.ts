import type { KeyObject } from "node:crypto";
import { AbpError } from "../../contract/index.ts";
import { writeDurableFile } from "../durable-file.ts";
import { loadPrivateKey, PrivateKeyFault } from "./private-key-loading.ts";

// RFC 8410 §7: these bytes come before the seed in the PKCS #8 form of an Ed25519 key.
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** Writes a private key as PKCS #8 PEM. Only the owner can read the file, from the moment it exists. */
export async function writePrivateKey(path: string, seed: Uint8Array): Promise<void> {
  const body = Buffer.concat([PKCS8_PREFIX, seed]).toString("base64");
  await writeDurableFile(path, `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`, 0o600);
}

/**
 * Loads an Ed25519 private key. Throws `key_file_unsafe` if another user could have read or replaced the file, and
 * `key_not_found` if it is missing or holds no such key.
 */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  try {
    return loadPrivateKey(path);
  } catch (error) {
    if (!(error instanceof PrivateKeyFault)) throw error;
    throw new AbpError(error.code, error.message, { where: path, cause: error.cause });
  }
}

/** The 32-byte secret seed of an Ed25519 private key. */
export function seedOf(key: KeyObject): Uint8Array {
  return Buffer.from(key.export({ format: "jwk" }).d as string, "base64url");
}
