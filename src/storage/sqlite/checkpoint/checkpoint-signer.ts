import { createPublicKey, type KeyObject, sign } from "node:crypto";
import { formatSignedCheckpoint } from "../../../lib/index.ts";

/** Returns the signed checkpoint of a log: its name, its size and the root of its Merkle tree. */
export type CheckpointSigner = (origin: string, size: number, root: Uint8Array) => string;

/** Makes a signer from an Ed25519 private key. The key is a `KeyObject`, because that can be passed to the writer thread. */
export function makeCheckpointSigner(key: KeyObject): CheckpointSigner {
  const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x as string, "base64url");
  const signer = { publicKey, sign: (message: Uint8Array) => sign(null, message, key) };
  return (origin, size, root) => formatSignedCheckpoint({ origin, size, root, extensions: [] }, signer);
}
