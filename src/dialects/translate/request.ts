import { AbpError, type Conversation, type LossEntry, type LossReport } from "../../contract/index.ts";
import { limitsFor, type ModelLimits } from "../../models/index.ts";
import type { AskedReply } from "../codec/asked-reply.ts";
import type { WrittenRequest } from "../codec/request-codec.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Dialect } from "../dialect.ts";
import {
  accountNote,
  accountRequest,
  featuresThatAskNothing,
  type LossRules,
  refuseLosses,
} from "../features/account.ts";
import { hasTextAlone, partsOf } from "../features/conversation-parts.ts";
import { listUsedFeatures } from "../features/used-features.ts";
import { IdMap, type IdRule } from "../id-map.ts";
import { isMembers, type Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { applyRules } from "../rules/apply-rules.ts";
import { withInlineText } from "../rules/media/inline-text.ts";
import { type GatewaySearch, type OfferedSearch, offerSearch } from "../search/offered-search.ts";
import { separateTypedNames } from "../typed-tools/typed-names.ts";
import type { ReasoningCustody } from "./custody.ts";
import { refuseForeignFiles } from "./foreign/foreign-file.ts";
import { dropForeignProofs } from "./foreign/foreign-proof.ts";
import { placeHostedTools } from "./hosted-tools.ts";
import { restoreReasoning } from "./reasoning.ts";
import { noteCitations, renderForeignUnits } from "./replay.ts";
import { refuseCollidingTools } from "./tools/tool-collision.ts";
import { renameTools } from "./tools/tool-renaming.ts";
import {
  mentionsTools,
  noToolNames,
  noteGrammars,
  type ToolNames,
  wrapTools,
} from "./tools/tool-wrapping.ts";

export interface TranslateOptions extends LossRules {
  /** The model and streaming as the path states them, for dialects that keep them there. */
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
  /** The request as the caller sent it, if it was changed before its translation. */
  readonly asSent?: Members | undefined;
  /** The model of the target; the caller's own name is kept without it. */
  readonly targetModel?: string | undefined;
  /** What the target's API accepts for its model; looked up by the model's name without it. */
  readonly limits?: ModelLimits | undefined;
  readonly custody?: ReasoningCustody | undefined;
  /** Set if the gateway searches the web for engines that cannot. */
  readonly gatewaySearch?: GatewaySearch | undefined;
  /** Whether a call may take several rounds, which some vendors' searches need. */
  readonly furtherRounds?: boolean;
  /** Changes the conversation between reading and writing, with the account so far: where emulators are applied. */
  readonly rewrite?: (conversation: Conversation, entries: readonly LossEntry[]) => Conversation;
}

/** The facts of a request that the translation of its reply needs. */
export interface CallMemory {
  readonly ids: IdMap;
  readonly tools: ToolNames;
  readonly streams: boolean;
  readonly streamUsage: boolean;
  readonly model: string;
  readonly asked?: AskedReply | undefined;
  /** Set if the caller asked for JSON, beside which no other text may stand. */
  readonly wantsJson?: boolean;
}

export interface TranslatedRequest {
  readonly request: WrittenRequest;
  readonly report: LossReport;
  readonly memory: CallMemory;
  /** Set if the model calls a function of ours to search. */
  readonly search?: OfferedSearch | undefined;
}

/**
 * Reads a request in one dialect and writes it in another; throws before anything is written if a loss is refused.
 *
 * @example
 * import { findDialect, translateRequest } from "agent-backplane/dialects";
 * const options = { targetModel: "gemini-2.5-pro" };
 * const { request, report, memory } = translateRequest(findDialect("claude"), findDialect("gemini"), body, options);
 */
export function translateRequest(
  source: Dialect,
  target: Dialect,
  body: unknown,
  options: TranslateOptions = {},
): TranslatedRequest {
  const origins = new Origins();
  const stated = source.readRequest(body, { origins, model: options.model, stream: options.stream });
  source.checkRequest?.(stated, origins);
  const offer = offerOf(stated, source, target, origins, options);
  const notes: WriterNote[] = [];
  const read = withInlineText(offer?.conversation ?? stated, target, (note) => notes.push(note));
  const used = listUsedFeatures(read);
  const rules = { ...options, nothing: featuresThatAskNothing(used, source) };
  const entries = accountRequest(used, origins, source, target, rules);
  if (offer !== undefined) entries.push(...offer.entries);
  const report: LossReport = { from: source.id, to: target.id, direction: "request", entries };
  refuseLosses(report);

  const { request, ids, names } = writeFor(source, target, read, origins, entries, rules, (note) =>
    notes.push(note),
  );
  for (const note of notes) entries.push(accountNote(note, origins, source, rules));
  refuseLosses(report);
  const { stream } = read;
  return {
    request,
    report,
    search: offer?.offered,
    memory: {
      ids,
      tools: names,
      streams: stream?.enabled ?? options.stream ?? false,
      streamUsage: stream?.usage ?? false,
      model: read.model,
      wantsJson: read.output !== undefined && read.output.kind !== "text",
      asked: askedOf(source, options.asSent ?? body),
    },
  };
}

function askedOf(source: Dialect, body: unknown): AskedReply | undefined {
  return source.askedReply === undefined || !isMembers(body) ? undefined : source.askedReply(body);
}

// The model that is asked decides what it can search.
function offerOf(
  stated: Conversation,
  source: Dialect,
  target: Dialect,
  origins: Origins,
  { gatewaySearch, furtherRounds, targetModel }: TranslateOptions,
) {
  if (furtherRounds !== true) return undefined;
  const named = targetModel === undefined ? stated : { ...stated, model: targetModel };
  const offer = offerSearch(named, source, target, origins, gatewaySearch);
  return offer && { ...offer, conversation: { ...offer.conversation, model: stated.model } };
}

/**
 * Reports the effect of a translation without refusing and without sending anything.
 *
 * @example
 * import { explainRequest, findDialect } from "agent-backplane/dialects";
 * const { entries } = explainRequest(findDialect("claude"), findDialect("openai"), body);
 * for (const { feature, disposition } of entries) console.log(feature, disposition);
 */
export function explainRequest(
  source: Dialect,
  target: Dialect,
  body: unknown,
  options: TranslateOptions = {},
): LossReport {
  const origins = new Origins();
  const stated = source.readRequest(body, { origins, model: options.model, stream: options.stream });
  const offer = offerOf(stated, source, target, origins, options);
  const notes: WriterNote[] = [];
  const read = withInlineText(offer?.conversation ?? stated, target, (note) => notes.push(note));
  const used = listUsedFeatures(read);
  const rules = { ...options, nothing: featuresThatAskNothing(used, source) };
  const entries = accountRequest(used, origins, source, target, rules);
  if (offer !== undefined) entries.push(...offer.entries);
  for (const note of notes) entries.push(accountNote(note, origins, source, options));
  try {
    source.checkRequest?.(stated, origins);
    writeFor(source, target, read, origins, entries, rules, (note) =>
      entries.push(accountNote(note, origins, source, rules)),
    );
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    entries.push({ path: error.where ?? "$", disposition: "refused", reason: error.message });
  }
  return { from: source.id, to: target.id, direction: "request", entries };
}

function writeFor(
  source: Dialect,
  target: Dialect,
  read: Conversation,
  origins: Origins,
  entries: LossEntry[],
  options: TranslateOptions,
  note: (note: WriterNote) => void,
): { request: WrittenRequest; ids: IdMap; names: ToolNames } {
  const { targetModel } = options;
  const named =
    targetModel === undefined || targetModel === read.model ? read : { ...read, model: targetModel };
  const parts = partsOf(named);
  if (source.id !== target.id) noteCitations(named, note);
  const restored = hasTextAlone(parts) ? named : adoptHistory(named, source, target, options, note);
  // A caller that speaks the target's dialect is held to its limits by the target itself.
  const limits = source.id === target.id ? {} : (options.limits ?? limitsFor(target.id, restored.model));
  const noteRule = (one: WriterNote) => entries.push(accountNote(one, origins, source, options));
  const accepted = applyRules(restored, limits, noteRule, parts);
  const unstored =
    source.state === undefined ? (target.withoutStorage?.(accepted, limits) ?? accepted) : accepted;
  const rewritten = options.rewrite?.(unstored, entries) ?? unstored;
  const separate =
    source.id === target.id || rewritten.tools.length === 0 ? rewritten : separateTypedNames(rewritten);
  const placed = placeHostedTools(separate, target, note);
  return writeTurns(placed, target, limits, origins, options.operation ?? "generate", note);
}

// The turns of the history as the target can take them, whoever made them.
function adoptHistory(
  conversation: Conversation,
  source: Dialect,
  target: Dialect,
  { custody }: TranslateOptions,
  note: (note: WriterNote) => void,
): Conversation {
  refuseForeignFiles(conversation, target, note);
  const own = dropForeignProofs(conversation, source, target, custody, note);
  return restoreReasoning(renderForeignUnits(own, target), target, custody);
}

function writeTurns(
  asked: Conversation,
  target: Dialect,
  limits: ModelLimits,
  origins: Origins,
  operation: "generate" | "count_tokens",
  note: (note: WriterNote) => void,
): { request: WrittenRequest; ids: IdMap; names: ToolNames } {
  const ids = new IdMap(idRule(target, limits));
  if (!mentionsTools(asked))
    return { request: target.writeRequest(asked, { ids, note, operation, limits }), ids, names: noToolNames };
  const wrapped = wrapTools(asked, target);
  noteGrammars(asked, target, note);
  refuseCollidingTools(asked.tools, wrapped.conversation.tools, target, origins);
  const { conversation, renamed } = renameTools(wrapped.conversation, limits.toolNames, note);
  const names = renamed.size === 0 ? wrapped.names : { ...wrapped.names, renamed };
  return { request: target.writeRequest(conversation, { ids, note, operation, limits }), ids, names };
}

/**
 * Writes a conversation of another dialect that was translated already and has further turns of the same engine, with their
 * reasoning as it is. What the writer notes was accounted for with the first request, whose limits hold.
 */
export function continueRequest(
  conversation: Conversation,
  target: Dialect,
  limits: ModelLimits = limitsFor(target.id, conversation.model),
): WrittenRequest {
  const unheard = () => undefined;
  const placed = placeHostedTools(separateTypedNames(conversation), target, unheard);
  return writeTurns(placed, target, limits, new Origins(), "generate", unheard).request;
}

/**
 * Writes a conversation that we began ourselves, so that the target model accepts it and its API stores nothing. What a rule or
 * the writer changes goes to `note`; a change that is refused must not be sent.
 */
export function writeConversation(
  conversation: Conversation,
  target: Dialect,
  note: (note: WriterNote) => void,
): WrittenRequest {
  const limits = limitsFor(target.id, conversation.model);
  const accepted = applyRules(conversation, limits, note);
  const unstored = target.withoutStorage?.(accepted, limits) ?? accepted;
  return writeTurns(unstored, target, limits, new Origins(), "generate", note).request;
}

// The limits of the model come before those of the dialect.
function idRule({ toolCallIds }: Dialect, { callIds }: ModelLimits): IdRule | undefined {
  if (callIds === undefined) return toolCallIds;
  const { pattern = toolCallIds?.pattern ?? /^/, maxLength = toolCallIds?.maxLength } = callIds;
  return { pattern, maxLength: maxLength ?? Number.MAX_SAFE_INTEGER };
}
