/** Hashes, signs, logs, proves, verifies and compares receipts. */
import "../lib/index.ts";

export { hashCompatible } from "./compatibility.ts";
export {
  checkContents,
  type EvidenceKind,
  type JudgedEvidence,
  recogniseEvidence,
  verifyEvidence,
} from "./contents.ts";
export { diffReceipts, type ReceiptChange } from "./diff/diff.ts";
export type { ChainClaim, ReceiptProfile } from "./evidence.ts";
export type { Finding } from "./finding.ts";
export { hashReceipt, sealReceipt } from "./hash.ts";
export { type Instant, parseInstant } from "./instant.ts";
export { BUNDLE_EXTENSION, type Bundle, makeBundle, type ProvingLog, parseBundle } from "./log/bundle.ts";
export { addSignature, type StatedLog, signCheckpoint } from "./log/checkpoint.ts";
export { chainReceipt, ReceiptLog, type StoredReceipt } from "./log/log.ts";
export type { LogHead, LogIdentity } from "./log/log-head.ts";
export { type PreparedReceipt, prepareReceipt } from "./log/prepared.ts";
export {
  checkDisclosure,
  type Disclosure,
  type RedactedValue,
  type Redaction,
  redactReceipt,
} from "./redact.ts";
export {
  type Envelope,
  type EnvelopeSignature,
  formatEnvelope,
  parseEnvelope,
  signEnvelope,
} from "./signing/envelope.ts";
export {
  KeyEntry,
  type KeyRevocation,
  type KeyRotation,
  KeySet,
  revokeKey,
  rotateKey,
  startKeySet,
} from "./signing/key-set.ts";
export { encodePae } from "./signing/pae.ts";
export { createSigningKey, type SigningKey } from "./signing/signing-key.ts";
export { type TrustedKey, type TrustedKeys, trustKeys } from "./signing/trusted-keys.ts";
export { findReceiptFault, type ReceiptValidation, validateReceipt } from "./validate.ts";
export { verifyBundle } from "./verify/bundle.ts";
export { verifyEnvelope } from "./verify/envelope.ts";
export {
  type HeldLog,
  type HeldLogVerification,
  type LogExport,
  splitEntries,
  verifyHeldLog,
  verifyLog,
} from "./verify/log.ts";
export { type ReceiptExpectation, verifyReceipt } from "./verify/receipt.ts";
export type { Verification, VerifyOptions } from "./verify/verification.ts";
export { countersign, parseWitnessKey, type Witness, type WitnessAnswer } from "./witness.ts";
