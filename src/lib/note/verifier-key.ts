import { sha256 } from "../sha256.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { type Ed25519Verifier, ed25519Verifier } from "./ed25519.ts";
import { NoteError } from "./note-error.ts";

/** A plain Ed25519 signature over the note's text (c2sp.org/signed-note, Signature types). */
export const ED25519_NOTE = 0x01;
/** A timestamped Ed25519 cosignature of a witness (c2sp.org/tlog-cosignature). */
export const ED25519_COSIGNATURE = 0x04;

/** The signature types that are understood here. */
export type NoteAlgorithm = typeof ED25519_NOTE | typeof ED25519_COSIGNATURE;

/** A named public key that a reader of notes trusts. */
export interface VerifierKey extends Ed25519Verifier {
  readonly name: string;
  readonly algorithm: NoteAlgorithm;
  /** Eight hexadecimal digits. */
  readonly keyId: string;
}

/** The key id of c2sp.org/signed-note: SHA-256(name ‖ 0x0A ‖ type ‖ public key), its first four bytes. */
export function noteKeyId(name: string, algorithm: NoteAlgorithm, publicKey: Uint8Array): string {
  const input = Buffer.concat([Buffer.from(`${name}\n`), Uint8Array.of(algorithm), publicKey]);
  return Buffer.from(sha256(input).subarray(0, 4)).toString("hex");
}

/** Whether a text can name a key: not empty, without Unicode spaces and plus signs. */
export function isKeyName(name: string): boolean {
  return name !== "" && !/[\p{White_Space}+]/u.test(name);
}

/** A verifier key from its parts. */
export function makeVerifierKey(name: string, algorithm: NoteAlgorithm, publicKey: Uint8Array): VerifierKey {
  if (!isKeyName(name))
    throw new NoteError("verifier-key", "a key name is empty or has a space or plus sign");
  return { ...ed25519Verifier(publicKey), name, algorithm, keyId: noteKeyId(name, algorithm, publicKey) };
}

/** Reads `name+keyid+base64(type ‖ public key)`, the form golang.org/x/mod/sumdb/note gave verifier keys. */
export function parseVerifierKey(text: string): VerifierKey {
  // Base64 may hold plus signs itself, so only the first two separate.
  const match = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text);
  const bytes = decodeBase64(match?.[3] ?? "");
  const algorithm = bytes?.[0];
  if (match === null || bytes?.length !== 33) {
    throw new NoteError("verifier-key", "a verifier key is name+keyid+base64 of type and key");
  }
  if (algorithm !== ED25519_NOTE && algorithm !== ED25519_COSIGNATURE) {
    throw new NoteError("verifier-key", "the verifier key is of a type that is not known here");
  }
  const key = makeVerifierKey(match[1] as string, algorithm, bytes.subarray(1));
  if (key.keyId !== match[2])
    throw new NoteError("verifier-key", "the verifier key does not match its key id");
  return key;
}

/** Writes a verifier key as one line of text. */
export function formatVerifierKey(
  key: Pick<VerifierKey, "name" | "algorithm" | "keyId" | "publicKey">,
): string {
  return `${key.name}+${key.keyId}+${encodeBase64(Buffer.concat([Uint8Array.of(key.algorithm), key.publicKey]))}`;
}
