/** Dialects: the vendors' wire formats, and what happens between them. */
export { accountReply, accountRequest, type LossRules, refuseLosses } from "./account.ts";
export { applyEvent, type Collapsed, collapse, finishBlock, mergeUsage } from "./collapse.ts";
export { Cursor, isMembers, type Members } from "./cursor.ts";
export { type HeldReasoning, memoryCustody, type ReasoningCustody } from "./custody.ts";
export type {
  Dialect,
  Endpoint,
  Failure,
  GrammarFault,
  KeptTurn,
  ListedModel,
  Observation,
  Operation,
  Reading,
  RequestHint,
  StateCodec,
  StreamGrammar,
  StreamReader,
  StreamWriter,
  StreamWriting,
  Transport,
  WriterNote,
  Writing,
  WrittenError,
  WrittenRequest,
} from "./dialect.ts";
export { expand } from "./expand.ts";
export { type Feature, type FeatureClass, type FeatureId, featureOf, features } from "./feature.ts";
export type { Carriage, FeatureTable, ReplyFeatureTable } from "./feature-table.ts";
export { IdMap, type IdRule } from "./id-map.ts";
export { canonicalModel, nativeModel } from "./model-name.ts";
export { Origins } from "./origins.ts";
export { listPresent, type Present } from "./presence.ts";
export { type Fidelity, type Register, type RegisterRow, registerOf } from "./register.ts";
export { type DialectId, dialectIds } from "./registry/index.ts";
export { type Detection, detectDialects, dialects, findDialect } from "./registry/lookup.ts";
export { type ReplyFeature, type ReplyFeatureId, replyFeatures } from "./reply-feature.ts";
export { listPresentInReply } from "./reply-presence.ts";
export {
  type EventRewriter,
  type Framing,
  type ReplyOptions,
  returnReply,
  type TranslatedReply,
  translateError,
  translateReply,
} from "./translate/reply.ts";
export {
  type CallMemory,
  explainRequest,
  type TranslatedRequest,
  type TranslateOptions,
  translateRequest,
} from "./translate/request.ts";
export { isContent, StreamTranslator } from "./translate/stream.ts";
