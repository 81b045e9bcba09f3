import { type Ed25519Signer, ed25519Signer, sha256 } from "../../lib/index.ts";

export interface SigningKey extends Ed25519Signer {
  /** The first 16 hexadecimal digits of the public key's SHA-256. It names a key and proves nothing. */
  readonly keyId: string;
}

/**
 * Makes a signing key from a 32-byte secret seed.
 *
 * @example
 * import { createSigningKey } from "agent-backplane/receipts";
 * const key = createSigningKey(crypto.getRandomValues(new Uint8Array(32)));
 */
export function createSigningKey(seed: Uint8Array): SigningKey {
  const signer = ed25519Signer(seed);
  return { ...signer, keyId: keyIdOf(signer.publicKey) };
}

export function keyIdOf(publicKey: Uint8Array): string {
  return Buffer.from(sha256(publicKey).subarray(0, 8)).toString("hex");
}
