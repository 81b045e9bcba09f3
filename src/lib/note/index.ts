export { decodeBase64, decodeBase64Either, encodeBase64 } from "./base64.ts";
export {
  type Checkpoint,
  formatSignedCheckpoint,
  parseCheckpoint,
  type SignedCheckpoint,
} from "./checkpoint.ts";
export { cosign } from "./cosignature.ts";
export { type Ed25519Signer, type Ed25519Verifier, ed25519Signer, ed25519Verifier } from "./ed25519.ts";
export { formatNote, type NoteSignature, type SignedNote, signNote } from "./note.ts";
export { NoteError, type NoteRule } from "./note-error.ts";
export { type NoteVerdict, verifyNote } from "./note-verdict.ts";
export { formatTlogProof, parseTlogProof, type TlogProof } from "./tlog-proof.ts";
export {
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  formatVerifierKey,
  isKeyName,
  makeVerifierKey,
  type NoteAlgorithm,
  noteKeyId,
  parseVerifierKey,
  type VerifierKey,
} from "./verifier-key.ts";
