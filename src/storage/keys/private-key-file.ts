import { createPrivateKey } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AbpError } from "../../contract/index.ts";
import { createSigningKey, type SigningKey } from "../../receipts/index.ts";
import { writeDurableFile } from "../durable-file.ts";

// The fixed head of RFC 8410 §7 around a bare Ed25519 seed.
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const OPEN_TO_OTHERS = 0o077;

/** Writes a private key as PKCS #8 PEM, readable by its owner alone from the first moment. */
export async function writePrivateKey(path: string, seed: Uint8Array): Promise<void> {
  const body = Buffer.concat([PKCS8_HEAD, seed]).toString("base64");
  await writeDurableFile(path, `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n`, 0o600);
}

/** Loads a private key, unless others could have read or replaced it. */
export async function readPrivateKey(path: string): Promise<SigningKey> {
  let handle: FileHandle;
  try {
    // A link could point at a file of somebody else's choosing.
    handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ELOOP") throw unsafe(path, "is a symbolic link");
    throw new AbpError("key_not_found", "the private key cannot be read", { where: path, cause: error });
  }
  try {
    const { mode, uid } = await handle.stat();
    if ((mode & OPEN_TO_OTHERS) !== 0) throw unsafe(path, `has mode ${(mode & 0o777).toString(8)}`);
    const self = process.getuid?.();
    if (self !== undefined && uid !== self && uid !== 0) throw unsafe(path, "belongs to another user");
    return createSigningKey(decodeSeed(await handle.readFile(), path));
  } finally {
    await handle.close();
  }
}

function decodeSeed(pem: Buffer, path: string): Uint8Array {
  try {
    const key = createPrivateKey({ key: pem, format: "pem" });
    if (key.asymmetricKeyType !== "ed25519") throw new RangeError("it is not an Ed25519 key");
    return Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
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
