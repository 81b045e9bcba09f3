export {
  compileGlob,
  compileGlobSet,
  type Glob,
  GlobError,
  type GlobErrorReason,
  type GlobOptions,
  type GlobSet,
  type TextFold,
} from "./glob/index.ts";
export {
  CanonicalError,
  type CanonicalRule,
  canonicalBytes,
  canonicalize,
  FloatNumber,
  formatJsonPath,
  JsonError,
  type JsonObject,
  type JsonPlace,
  type JsonRule,
  type JsonValue,
  type LexemeObject,
  type LexemeValue,
  NumberLexeme,
  type ReadJsonOptions,
  readJson,
  type SerdeValue,
  serdeCanonicalize,
  serdeInteger,
} from "./json/index.ts";
export { sha256, sha256Hex } from "./sha256.ts";
export { editDistance, suggest } from "./suggest.ts";
export { uuidV7 } from "./uuid.ts";
