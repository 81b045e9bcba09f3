import { createPublicKey, KeyObject, sign } from "node:crypto";
import { formatSignedCheckpoint } from "../../../lib/index.ts";
import { KeyFollower } from "../../keys/key-follower.ts";

/** The key that signs checkpoints: an Ed25519 private key, or the key in force of a directory. It can be passed to a thread. */
export type CheckpointKey = KeyObject | { readonly keysDirectory: string };

/** Signs checkpoints with the key in force. */
export interface CheckpointSigner {
  /** The signed checkpoint of a log: its name, its size and the root of its Merkle tree. Throws `KeyUnavailable`. */
  sign(origin: string, size: number, root: Uint8Array): string;
  /** Does `work` while the key in force cannot change. */
  hold<Result>(work: () => Result): Result;
}

/** The part of `KeyFollower` that a signer uses. */
export type KeySource = Pick<KeyFollower, "current" | "hold">;

export function makeCheckpointSigner(key: CheckpointKey): CheckpointSigner {
  return signWith(
    key instanceof KeyObject
      ? { current: () => key, hold: (work) => work() }
      : new KeyFollower(key.keysDirectory),
  );
}

/** Makes a signer that asks for the key at each signature. */
export function signWith(source: KeySource): CheckpointSigner {
  return {
    sign: (origin, size, root) => {
      const key = source.current();
      const publicKey = Buffer.from(createPublicKey(key).export({ format: "jwk" }).x as string, "base64url");
      const signer = { publicKey, sign: (message: Uint8Array) => sign(null, message, key) };
      return formatSignedCheckpoint({ origin, size, root, extensions: [] }, signer);
    },
    hold: (work) => source.hold(work),
  };
}
