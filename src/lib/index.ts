import "./node-version.ts";

export { BoundedCache } from "./bounded-cache.ts";
export { ByteBudget } from "./byte-budget.ts";
export {
  compileGlob,
  compileGlobSet,
  type Glob,
  GlobError,
  type GlobErrorReason,
  type GlobOptions,
  type GlobSet,
  listWitnesses,
  type TextFold,
} from "./glob/index.ts";
export { findHeader, type HeaderList } from "./header-list.ts";
export {
  CanonicalError,
  type CanonicalRule,
  canonicalBytes,
  canonicalize,
  canonicalPieces,
  FloatNumber,
  formatJsonPath,
  holdJson,
  isRawNumber,
  JsonError,
  type JsonObject,
  type JsonPlace,
  type JsonRule,
  type JsonValue,
  type LexemeObject,
  type LexemeValue,
  mayHoldMarks,
  NumberLexeme,
  numberOf,
  parseAsWritten,
  type RawNumber,
  type ReadJsonOptions,
  RepeatedJson,
  readJson,
  restoreJson,
  type SerdeValue,
  serdeCanonicalize,
  serdeInteger,
  settleMembers,
  settleNumbers,
  textOfJson,
} from "./json/index.ts";
export {
  JsonEnd,
  type JsonScan,
  JsonScanner,
  type JsonText,
  JsonTexts,
  LineTexts,
  type ScanFault,
  type ScannedMember,
  scanJson,
  TextFinder,
} from "./json-scan/index.ts";
export { SlicedReadError, SlicedReader, SlicedWriter, textLength } from "./json-slices/index.ts";
export {
  JsonArraySplitter,
  JsonStreamError,
  type JsonStreamRule,
} from "./json-stream/index.ts";
export {
  type LineFault,
  LineSplitter,
  parseFreeLine,
  type SplitLines,
} from "./jsonl/index.ts";
export {
  type ChainedEntry,
  type ConsistencyClaim,
  chainEntry,
  computeRoot,
  type EntryHead,
  type EntryPieces,
  equalHashes,
  hashLeaf,
  hashNode,
  hashPrefixedLeaf,
  type InclusionClaim,
  MerkleFrontier,
  MerkleTree,
  proveInclusion,
  REPORTED_HEIGHT,
  type SubtreeSource,
  verifyConsistency,
  verifyInclusion,
} from "./merkle/index.ts";
export { boundaryOf, type FormField, MultipartFields } from "./multipart/index.ts";
export {
  type Checkpoint,
  cosign,
  decodeBase64,
  decodeBase64Either,
  ED25519_COSIGNATURE,
  ED25519_NOTE,
  type Ed25519Signer,
  type Ed25519Verifier,
  ed25519Signer,
  ed25519Verifier,
  encodeBase64,
  formatNote,
  formatSignedCheckpoint,
  formatTlogProof,
  formatVerifierKey,
  isKeyName,
  makeVerifierKey,
  NoteError,
  type NoteRule,
  type NoteSignature,
  type NoteVerdict,
  noteKeyId,
  parseCheckpoint,
  parseTlogProof,
  parseVerifierKey,
  type SignedCheckpoint,
  type SignedNote,
  signNote,
  type TlogProof,
  type VerifierKey,
  verifyNote,
} from "./note/index.ts";
export {
  compileRedactor,
  encodedForms,
  hideSecrets,
  isSecretName,
  type KnownSecrets,
  knownSecrets,
  REDACTED,
  type RedactionOptions,
  redact,
  redactText,
  secretKind,
} from "./redaction/index.ts";
export { setMember } from "./set-member.ts";
export { sha256, sha256Hex } from "./sha256.ts";
export { SseError, SseReader, type SseSink } from "./sse/index.ts";
export { suggest } from "./suggest.ts";
export { reasonOf } from "./system-error.ts";
export { uuidV7 } from "./uuid.ts";
