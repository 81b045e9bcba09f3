import { AbpError } from "../../contract/index.ts";
import { decodeBase64, type Ed25519Verifier, ed25519Verifier } from "../../lib/index.ts";
import { type Finding, finding } from "../finding.ts";
import { type Instant, parseInstant } from "../instant.ts";
import { KeySet, statementBytes } from "./key-set.ts";
import { keyIdOf } from "./signing-key.ts";

/** A key that the caller trusts, and while when. */
export interface TrustedKey extends Ed25519Verifier {
  readonly keyId: string;
  readonly notBefore: Instant;
  readonly notAfter: Instant | undefined;
  /** The earliest revocation. */
  readonly revokedAt: Instant | undefined;
}

/** The keys that the caller trusts; nothing that is being verified can add to them. */
export type TrustedKeys = ReadonlyMap<string, TrustedKey>;

/** When a signature can have been made: not before what it covers ended, and not after a witness saw it. */
export interface SigningWindow {
  readonly from: Instant;
  readonly until?: Instant;
}

/**
 * Takes a key set document as trusted, after checking every statement in it.
 * With `pinned`, only these keys are trusted, and those that they name as successors.
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
    const revokedAt = revocations.map((one) => parseInstant(one.at) as Instant).sort(compareInstants)[0];
    const notAfter = entry.not_after === null ? undefined : parseInstant(entry.not_after);
    const notBefore = parseInstant(entry.not_before) as Instant;
    keys.set(entry.key_id, { ...verifier, keyId: entry.key_id, notBefore, notAfter, revokedAt });
  }
  checkStatements(set, keys);
  return pinned === undefined ? keys : followPins(set, keys, pinned);
}

/** Says whether a key may have made a signature within a window. */
export function judgeKey(key: TrustedKey, window: SigningWindow, where: string): readonly Finding[] {
  const { from, until } = window;
  // Whoever stole a key can date a signature back, so after a revocation only a witness's earlier word counts.
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
    return decoded !== undefined && (keys.get(by)?.verify(bytes, decoded) ?? false);
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
  for (let keyId = queue.pop(); keyId !== undefined; keyId = queue.pop()) {
    const key = keys.get(keyId);
    if (key === undefined) return refuse(`the pinned key ${keyId} is not in it`);
    if (trusted.has(keyId)) continue;
    trusted.set(keyId, key);
    // A revoked key's word about its successor may be its thief's.
    if (key.revokedAt !== undefined) continue;
    queue.push(...set.rotations.filter((one) => one.from === keyId).map((one) => one.to));
  }
  return trusted;
}

function readPublicKey(text: string): Ed25519Verifier | undefined {
  const bytes = decodeBase64(text);
  if (bytes?.length !== 32) return undefined;
  try {
    return ed25519Verifier(bytes);
  } catch {
    // Thirty-two bytes that are no point of the curve, or a second spelling of one.
    return undefined;
  }
}

function compareInstants(left: Instant, right: Instant): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function refuse(reason: string): never {
  throw new AbpError("key_set_invalid", `the key set is refused: ${reason}`);
}
