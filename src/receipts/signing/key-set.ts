import { z } from "zod";
import { AbpError } from "../../contract/index.ts";
import { canonicalBytes, encodeBase64 } from "../../lib/index.ts";
import { encodePae } from "./pae.ts";
import type { SigningKey } from "./signing-key.ts";

const KeyId = z.string().regex(/^[0-9a-f]{16}$/, "must be 16 lower-case hexadecimal digits");
const Time = z.iso.datetime({ offset: true });

/** A public key and its validity. */
export const KeyEntry = z.looseObject({
  key_id: KeyId,
  alg: z.literal("ed25519"),
  /** 32 bytes in Base64. */
  public_key: z.string(),
  not_before: Time,
  /** Null while the key is valid. */
  not_after: Time.nullable(),
});
export type KeyEntry = z.infer<typeof KeyEntry>;

/** A statement of the old key that another key follows it. */
export const KeyRotation = z.strictObject({
  from: KeyId,
  to: KeyId,
  public_key: z.string(),
  at: Time,
  signature: z.string(),
});
export type KeyRotation = z.infer<typeof KeyRotation>;

/** A statement of a key that it, or another key, must not be trusted any more. */
export const KeyRevocation = z.strictObject({
  key_id: KeyId,
  at: Time,
  reason: z.string(),
  by: KeyId,
  signature: z.string(),
});
export type KeyRevocation = z.infer<typeof KeyRevocation>;

/** The public keys of one issuer. `--keys` reads this document. */
export const KeySet = z.looseObject({
  format: z.literal("abp-keys/v1"),
  keys: z.array(KeyEntry),
  rotations: z.array(KeyRotation),
  revocations: z.array(KeyRevocation),
});
export type KeySet = z.infer<typeof KeySet>;

const STATEMENT_TYPES = {
  rotation: "application/vnd.abp.key-rotation.v1+json",
  revocation: "application/vnd.abp.key-revocation.v1+json",
} as const;

/** A statement that may lack its signature. */
type Unsigned<Statement extends { signature: string }> = Omit<Statement, "signature"> & {
  readonly signature?: string;
};

/** The signed bytes of a statement: its type and its canonical JSON without the signature. */
export function statementBytes(
  kind: keyof typeof STATEMENT_TYPES,
  statement: Unsigned<KeyRotation> | Unsigned<KeyRevocation>,
): Uint8Array {
  const { signature: _, ...body } = statement;
  return encodePae(STATEMENT_TYPES[kind], canonicalBytes(body));
}

/**
 * A key set with one key. Times are RFC 3339.
 *
 * @example
 * import { startKeySet, trustKeys } from "agent-backplane/receipts";
 * const keys = trustKeys(startKeySet(key, new Date().toISOString()));
 */
export function startKeySet(key: SigningKey, at: string): KeySet {
  return { format: "abp-keys/v1", keys: [keyEntry(key, at)], rotations: [], revocations: [] };
}

/**
 * Adds the successor of a key. The old key ends at `at` and signs the change. Throws `usage_invalid` when the old key
 * has ended or the new one is already in the set.
 *
 * @example
 * import { rotateKey } from "agent-backplane/receipts";
 * const rotated = rotateKey(keySet, key, nextKey, new Date().toISOString());
 */
export function rotateKey(set: KeySet, from: SigningKey, to: SigningKey, at: string): KeySet {
  const old = findKey(set, from.keyId);
  if (old.not_after !== null) {
    throw new AbpError("usage_invalid", `the key ${from.keyId} has ended and cannot name its successor`);
  }
  if (set.keys.some((entry) => entry.key_id === to.keyId)) {
    throw new AbpError("usage_invalid", `the key ${to.keyId} is in the key set already`);
  }
  const unsigned = {
    from: from.keyId,
    to: to.keyId,
    public_key: encodeBase64(to.publicKey),
    at,
  };
  const signature = encodeBase64(from.sign(statementBytes("rotation", unsigned)));
  const keys = set.keys.map((entry) => (entry === old ? { ...entry, not_after: at } : entry));
  return {
    ...set,
    keys: [...keys, keyEntry(to, at)],
    rotations: [...set.rotations, { ...unsigned, signature }],
  };
}

/**
 * Revokes a key with a statement signed by a key of the set.
 *
 * @example
 * import { revokeKey } from "agent-backplane/receipts";
 * const revoked = revokeKey(keySet, key.keyId, key, new Date().toISOString(), "the file was copied");
 */
export function revokeKey(set: KeySet, keyId: string, by: SigningKey, at: string, reason: string): KeySet {
  findKey(set, keyId);
  findKey(set, by.keyId);
  const unsigned = { key_id: keyId, at, reason, by: by.keyId };
  const signature = encodeBase64(by.sign(statementBytes("revocation", unsigned)));
  return { ...set, revocations: [...set.revocations, { ...unsigned, signature }] };
}

function keyEntry(key: SigningKey, at: string): KeyEntry {
  return {
    key_id: key.keyId,
    alg: "ed25519",
    public_key: encodeBase64(key.publicKey),
    not_before: at,
    not_after: null,
  };
}

function findKey(set: KeySet, keyId: string): KeyEntry {
  const entry = set.keys.find((one) => one.key_id === keyId);
  if (entry === undefined) throw new AbpError("key_not_found", `there is no key ${keyId} in the key set`);
  return entry;
}
