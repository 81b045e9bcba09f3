export { canonicalBytes, canonicalize, canonicalPieces } from "./canonical.ts";
export { CanonicalError, type CanonicalRule } from "./canonical-error.ts";
export { holdJson, mayHoldMarks, restoreJson } from "./held-json.ts";
export { JsonError, type JsonPlace, type JsonRule } from "./json-error.ts";
export { formatJsonPath } from "./json-path.ts";
export {
  type JsonObject,
  type JsonValue,
  type LexemeObject,
  type LexemeValue,
  NumberLexeme,
} from "./json-value.ts";
export {
  numberAsWritten,
  numberOf,
  parseAsWritten,
  settleMembers,
  settleNumbers,
} from "./raw/as-written.ts";
export { isRawNumber, type RawNumber } from "./raw/raw-number.ts";
export { RepeatedJson } from "./raw/repeated-json.ts";
export { type ReadJsonOptions, readJson } from "./reader.ts";
export { FloatNumber, type SerdeValue, serdeCanonicalize, serdeInteger } from "./serde.ts";
export { textOfJson } from "./text-of-json.ts";
