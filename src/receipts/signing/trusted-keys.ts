import { AbpError } from "../../contract/index.ts";
import { decodeBase64, type Ed25519Verifier, ed25519Verifier } from "../../lib/index.ts";
import { type Finding, finding } from "../finding.ts";
import { type Instant, parseInstant } from "../instant.ts";
import { KeySet, statementBytes } from "./key-set.ts";
import { keyIdOf } from "./signing-key.ts";

/** A trusted key and its validity. */
export interface TrustedKey extends Ed25519Verifier {
  readonly keyId: string;
  readonly notBefore: Instant;
  readonly notAfter: Instant | undefined;
  /** The time of the earliest revocation. */
  readonly revokedAt: Instant | undefined;
}

/** Trusted keys by key id. They come from the caller; verified data cannot add any. */
export type TrustedKeys = ReadonlyMap<string, TrustedKey>;

/** The time in which a signature was made: after the end of its receipt, and before a witness saw it. */
export interface SigningWindow {
  readonly from: Instant;
  readonly until?: Instant | undefined;
}

/**
 * Reads a key set document and checks every statement in it. With `pinned`, trusts only these keys and the successors
 * that they name. Throws `key_set_invalid`.
 *
 * @example
 * import { trustKeys, verifyBundle } from "agent-backplane/receipts";
 * const keys = trustKeys(JSON.parse(text), ["1a2b3c4d5e6f7081"]);
 */
export function trustKeys(document: unknown, pinned?: readonly string[]): TrustedKeys {
  const parsed = KeySet.safeParse(document);
  if (!parsed.success) return refuse("it is not a document of the format abp-keys/v1");
  const set = parsed.data;
  const keys = new Map<string, TrustedKey>();
  for (const entry of set.keys) {
    const verifier = readPublicKey(entry.public_key);
    if (verifier === undefined || keyIdOf(verifier.publicKey) !== entry.key_id || keys.has(entry.key_id)) {
      return refuse(`the key ${entry.key_id} is not the one that its id names, or stands there twice`);
    }
    const revocations = set.revocations.filter((one) => one.key_id === entry.key_id);
    const [revokedAt] = revocations
      .map((one) => parseInstant(one.at) as Instant)
      .sort((left, right) => Number(left - right));
    const notAfter = parseInstant(entry.not_after);
    const notBefore = parseInstant(entry.not_before) as Instant;
    keys.set(entry.key_id, { ...verifier, keyId: entry.key_id, notBefore, notAfter, revokedAt });
  }
  checkStatements(set, keys);
  return pinned === undefined ? keys : followPins(set, keys, pinned);
}

/** Checks whether a key was valid in the window of a signature. */
export function judgeKey(key: TrustedKey, window: SigningWindow, where: string): readonly Finding[] {
  const { from, until } = window;
  // The holder of a stolen key can backdate a signature. After a revocation only an earlier witness proves the time.
  if (key.revokedAt !== undefined && (until === undefined || until >= key.revokedAt)) {
    return [finding("receipt_key_revoked", where, `the key ${key.keyId} was revoked`)];
  }
  if (key.notAfter !== undefined && from > key.notAfter) {
    return [finding("receipt_key_expired", where, `the key ${key.keyId} had ended when this was signed`)];
  }
  if (until !== undefined && until < key.notBefore) {
    return [finding("receipt_key_expired", where, `the key ${key.keyId} was not in force yet`)];
  }
  return [];
}

function checkStatements(set: KeySet, keys: TrustedKeys): void {
  const isSigned = (by: string, bytes: Uint8Array, signature: string): boolean => {
    const decoded = decodeBase64(signature);
    return decoded !== undefined && keys.get(by)?.verify(bytes, decoded) === true;
  };
  for (const one of set.rotations) {
    const successor = set.keys.find((entry) => entry.key_id === one.to);
    if (
      successor?.public_key !== one.public_key ||
      !isSigned(one.from, statementBytes("rotation", one), one.signature)
    ) {
      refuse(`the change from ${one.from} to ${one.to} is not signed by the old key`);
    }
  }
  for (const one of set.revocations) {
    if (!keys.has(one.key_id) || !isSigned(one.by, statementBytes("revocation", one), one.signature)) {
      refuse(`the revocation of ${one.key_id} is not signed by a key of the set`);
    }
  }
}

function followPins(set: KeySet, keys: TrustedKeys, pinned: readonly string[]): TrustedKeys {
  const trusted = new Map<string, TrustedKey>();
  const queue = [...pinned];
  for (const keyId of queue) {
    const key = keys.get(keyId);
    if (key === undefined) return refuse(`the pinned key ${keyId} is not in it`);
    if (trusted.has(keyId)) continue;
    trusted.set(keyId, key);
    // A thief may have named the successor of a revoked key.
    if (key.revokedAt !== undefined) continue;
    queue.push(...set.rotations.filter((one) => one.from === keyId).map((one) => one.to));
  }
  return trusted;
}

function readPublicKey(text: string): Ed25519Verifier | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  try {
    return ed25519Verifier(bytes);
  } catch {
    // The bytes are not 32, or they are no point of the curve, or a second encoding of one.
    return undefined;
  }
}

function refuse(reason: string): never {
  throw new AbpError("key_set_invalid", `the key set is refused: ${reason}`);
}
