import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";

/** Something that makes Ed25519 signatures (RFC 8032); the private half stays inside. */
export interface Ed25519Signer {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/** A public key that checks Ed25519 signatures. */
export interface Ed25519Verifier {
  readonly publicKey: Uint8Array;
  verify(message: Uint8Array, signature: Uint8Array): boolean;
}

// The fixed DER heads of RFC 8410 §4 and §7 around a bare key.
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const FIELD_PRIME = 2n ** 255n - 19n;

/** A signer from a 32-byte seed (RFC 8032 §5.1.5). */
export function ed25519Signer(seed: Uint8Array): Ed25519Signer {
  if (seed.length !== 32) throw new RangeError(`an Ed25519 seed has 32 bytes, not ${seed.length}`);
  const der = Buffer.concat([PKCS8_HEAD, seed]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  return { publicKey: rawPublicKey(createPublicKey(key)), sign: (message) => sign(null, message, key) };
}

/** A verifier from a 32-byte public key. */
export function ed25519Verifier(publicKey: Uint8Array): Ed25519Verifier {
  if (publicKey.length !== 32) {
    throw new RangeError(`an Ed25519 public key has 32 bytes, not ${publicKey.length}`);
  }
  // RFC 8032 §5.1.3 refuses a coordinate that is not reduced; the platform takes it as another name of the key.
  const coordinate = BigInt(`0x${Buffer.from(publicKey).reverse().toString("hex")}`) & (2n ** 255n - 1n);
  if (coordinate >= FIELD_PRIME) throw new RangeError("the Ed25519 public key is not canonical");
  const der = Buffer.concat([SPKI_HEAD, publicKey]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return { publicKey, verify: (message, signature) => verify(null, message, key, signature) };
}

function rawPublicKey(key: KeyObject): Uint8Array {
  return key.export({ format: "der", type: "spki" }).subarray(SPKI_HEAD.length);
}
