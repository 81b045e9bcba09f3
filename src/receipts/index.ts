/** Receipts as evidence: hash, sign, log, prove, verify, compare. */
export { BUNDLE_EXTENSION, type Bundle, makeBundle, type ProvingLog, parseBundle } from "./bundle.ts";
export { addSignature, compareCheckpoints, type StatedLog, signCheckpoint } from "./checkpoint.ts";
export { compatibleText, hashCompatible } from "./compatibility.ts";
export { diffReceipts, type ReceiptChange } from "./diff.ts";
export {
  type Envelope,
  type EnvelopeSignature,
  formatEnvelope,
  parseEnvelope,
  RECEIPT_PAYLOAD_TYPE,
  signEnvelope,
} from "./envelope.ts";
export type { ChainClaim, ReceiptProfile } from "./evidence.ts";
export type { Finding } from "./finding.ts";
export { hashReceipt, RECEIPT_HASH, sealReceipt } from "./hash.ts";
export {
  KeyEntry,
  KeyRevocation,
  KeyRotation,
  KeySet,
  revokeKey,
  rotateKey,
  startKeySet,
} from "./key-set.ts";
export { chainReceipt, ReceiptLog, type StoredReceipt } from "./log.ts";
export type { LogHead, LogIdentity } from "./log-head.ts";
export { encodePae } from "./pae.ts";
export { type PreparedReceipt, prepareReceipt } from "./prepared.ts";
export {
  checkDisclosure,
  type Disclosure,
  type RedactedValue,
  type Redaction,
  redactReceipt,
} from "./redact.ts";
export { createSigningKey, keyIdOf, type SigningKey } from "./signing-key.ts";
export { type TrustedKey, type TrustedKeys, trustKeys } from "./trusted-keys.ts";
export { type ReceiptValidation, validateReceipt } from "./validate.ts";
export { verifyBundle } from "./verify/bundle.ts";
export { verifyEnvelope } from "./verify/envelope.ts";
export { type LogExport, splitEntries, verifyLog } from "./verify/log.ts";
export { type ReceiptExpectation, verifyReceipt } from "./verify/receipt.ts";
export type { Verification, VerifyOptions } from "./verify/verification.ts";
export { countersign, parseWitnessKey, type Witness, type WitnessAnswer } from "./witness.ts";
