import type { Ed25519Signer, Ed25519Verifier } from "./ed25519.ts";
import type { NoteSignature } from "./note.ts";
import { ED25519_COSIGNATURE, noteKeyId } from "./verifier-key.ts";

const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** Cosigns a checkpoint's text as of a POSIX time in seconds (c2sp.org/tlog-cosignature). */
export function cosign(text: string, name: string, signer: Ed25519Signer, seconds: number): NoteSignature {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(seconds));
  return {
    name,
    keyId: noteKeyId(name, ED25519_COSIGNATURE, signer.publicKey),
    bytes: Buffer.concat([time, signer.sign(cosignedMessage(text, BigInt(seconds)))]),
  };
}

/** The POSIX time of a cosignature over a checkpoint's text, or undefined when it does not hold. */
export function verifyCosignature(text: string, bytes: Uint8Array, key: Ed25519Verifier): number | undefined {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return undefined;
  const time = Buffer.from(bytes.subarray(0, TIME_BYTES)).readBigUInt64BE();
  if (time > BigInt(Number.MAX_SAFE_INTEGER)) return undefined;
  const isValid = key.verify(cosignedMessage(text, time), bytes.subarray(TIME_BYTES));
  return isValid ? Number(time) : undefined;
}

// The two heading lines keep a cosignature from being taken for the log's own signature of the same text.
function cosignedMessage(text: string, seconds: bigint): Uint8Array {
  return Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`);
}
