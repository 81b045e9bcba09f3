/** Dialects: the wire formats of the vendors, and the translation between them. */
import "../lib/index.ts";

export type { ListedModel, PromptCacheRule } from "./catalogue/model-list.ts";
export { canonicalModel, nativeModel } from "./catalogue/model-name.ts";
export type { Failure, WrittenError } from "./codec/error-codec.ts";
export type { Observation } from "./codec/observation.ts";
export type { StreamWriting } from "./codec/reply-codec.ts";
export type { Reading, Writing, WrittenRequest } from "./codec/request-codec.ts";
export type { StreamReader, StreamWriter } from "./codec/stream-codec.ts";
export type { WriterNote } from "./codec/writer-note.ts";
export { type ResponseStart, responseTo } from "./codex/reply/response-frame.ts";
export { applyEvent, type Collapsed, collapse, mergeUsage } from "./collapse.ts";
export type { Dialect, Endpoint } from "./dialect.ts";
export type { EmbeddingRequest } from "./embeddings/embedding.ts";
export {
  type EmbeddingOptions,
  type TranslatedEmbedding,
  translateEmbedding,
  translateVectors,
} from "./embeddings/translate-embedding.ts";
export { type AccountIds, type IdKind, type IdPlace, withKeptPlaces } from "./endpoints/account-ids.ts";
export type {
  CloudForm,
  CloudPlace,
  EndpointAccess,
  EndpointMethod,
  FileContent,
  HostedForm,
  Operation,
  PassedEndpoint,
} from "./endpoints/endpoint.ts";
export { type NamedId, readNamedId } from "./endpoints/named-id.ts";
export type { RequestHint, Transport } from "./endpoints/transport.ts";
export { expand } from "./expand.ts";
export { accountReply, accountRequest, type LossRules, refuseLosses } from "./features/account.ts";
export { type Feature, type FeatureClass, type FeatureId, featureOf, features } from "./features/feature.ts";
export type { FeatureSupport, FeatureTable, ReplyFeatureTable } from "./features/feature-support.ts";
export { isVendorRun } from "./features/hosted-features.ts";
export { type Fidelity, type Register, type RegisterRow, registerOf } from "./features/register.ts";
export { type ReplyFeature, type ReplyFeatureId, replyFeatures } from "./features/reply-feature.ts";
export { listUsedFeatures, type UsedFeature } from "./features/used-features.ts";
export { listUsedReplyFeatures } from "./features/used-reply-features.ts";
export { isWaived } from "./features/waiver.ts";
export { IdMap, type IdRule } from "./id-map.ts";
export { isMembers, type Members } from "./members/members.ts";
export { calledTool, isCallOf } from "./offers/called-tool.ts";
export { listModelsWithin } from "./offers/named-models.ts";
export { type CalledTool, type NamedTool, type OfferedTool, qualifiedName } from "./offers/offered-tool.ts";
export { listOfferedTools } from "./offers/offered-tools.ts";
export { listToolsWithin } from "./offers/raw-tools.ts";
export type { ToolCallPart } from "./offers/tool-call-part.ts";
export { Origins } from "./origins.ts";
export { type DialectId, dialectIds } from "./registry/index.ts";
export { type Detection, detectDialect, detectDialects, dialects, findDialect } from "./registry/lookup.ts";
export { checkRequired } from "./required-members.ts";
export { modelRules } from "./rules/model-rules.ts";
export type { ModelRule, Remedy } from "./rules/rule.ts";
export { rulesFor } from "./rules/rules-for.ts";
export type { EchoedCall, EchoedSearch } from "./search/echoed-search.ts";
export {
  GATEWAY_SEARCH,
  type GatewaySearch,
  type OfferedSearch,
  type WebSearch,
} from "./search/offered-search.ts";
export {
  groupByDomains,
  type SearchCodec,
  type StandaloneQuery,
  type StandaloneSearch,
} from "./search/standalone-search.ts";
export type { ConversationCodec, IdentifiedItem, KeptTurn, StateCodec } from "./state/state-codec.ts";
export type { StreamCollector, ThreadCodec } from "./state/thread-codec.ts";
export { type HeldReasoning, memoryCustody, type ReasoningCustody } from "./translate/custody.ts";
export {
  type EventRewriter,
  type Framing,
  type ReadReply,
  type ReplyOptions,
  readReply,
  returnReply,
  type TranslatedReply,
  translateError,
  translateReply,
  writeFinished,
} from "./translate/reply.ts";
export { ReplyIds } from "./translate/reply-ids.ts";
export {
  type CallMemory,
  continueRequest,
  explainRequest,
  type TranslatedRequest,
  type TranslateOptions,
  translateRequest,
  writeConversation,
} from "./translate/request.ts";
export { isContent, StreamTranslator } from "./translate/stream.ts";
