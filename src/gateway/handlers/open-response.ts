import { AbpError, type BodyDigest, type NegotiationRecord, type Reply } from "../../contract/index.ts";
import {
  type Dialect,
  groupByDomains,
  type Members,
  type ReplyOptions,
  type SearchCodec,
  type StandaloneQuery,
} from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { spliceForCloud } from "../cloud/cloud-request.ts";
import type { GatewayContext } from "../context.ts";
import { AnswerGuard } from "../enforcement/answer-guard.ts";
import type { CallJudge } from "../enforcement/call-judge.ts";
import { type EngineEvidence, limitsWithEvidence } from "../evidence/engine-evidence.ts";
import { watchIds } from "../id-owners/id-watches.ts";
import { withAlternatives } from "../mapping/alternatives.ts";
import { passedRecord } from "../mapping/model-check.ts";
import { type Translation, type TranslationQuestion, translateCall } from "../mapping/translation.ts";
import { withoutMapped } from "../record/call-receipt.ts";
import { openRepairLoop } from "../repair/open-repair-loop.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { RoundLoop } from "../rounds/round-loop.ts";
import type { Target } from "../routing/target.ts";
import { openSearchLoop } from "../search/open-search-loop.ts";
import type { LaterBodies } from "../slices/later-bodies.ts";
import type { AttemptRules } from "./attempt-rules.ts";
import { TokenCount } from "./count/token-count.ts";
import { openEmbedding } from "./embedding/open-embedding.ts";
import { type MappedCall, MappedResponse } from "./mapped/mapped-response.ts";
import { MappedStream } from "./mapped/mapped-stream.ts";
import { AnswerEcho } from "./passthrough/answer-echo.ts";
import { type PassthroughCall, PassthroughResponse } from "./passthrough/passthrough-response.ts";
import type { AttemptOwner, ResponseHandler } from "./response-handler.ts";
import { ProviderSearch } from "./standalone-search/provider-search.ts";
import {
  type AddressedRequest,
  addressRequest,
  passthroughRequest,
  type TranslatedCall,
  translatedRequest,
} from "./upstream-request.ts";

/** An attempt that is about to be made. */
export interface AttemptQuestion {
  readonly owner: AttemptOwner;
  readonly context: Pick<
    GatewayContext,
    "limits" | "now" | "heldBytes" | "slices" | "searching" | "engines" | "emulators" | "report"
  >;
  readonly request: CallRequest;
  readonly target: Target;
  readonly plan: AttemptRules;
  readonly ledger: Ledger;
  /** Set if a policy has rules for tools. */
  readonly judge?: CallJudge | undefined;
  /** Set if the bodies are too long to be written at once. */
  readonly later?: LaterBodies | undefined;
}

/**
 * Opens the handler for one attempt: passthrough if the engine speaks the caller's dialect, else mapped. Throws if
 * the request cannot be honoured; nothing was sent then.
 */
export function openResponse(question: AttemptQuestion): ResponseHandler {
  const { engine } = question.target;
  const { dialect, admission } = question.request;
  const isCount = admission.recognised.endpoint.operation === "count_tokens";
  if (dialect.search !== undefined) return openStandalone(question, dialect.search);
  if (isCount && !hasCounter(engine.dialect) && question.context.limits.estimateTokens)
    return new TokenCount({ ...countCall(question), mapping: [] });
  if (engine.dialect === dialect) return isCount ? openSameCount(question) : openPassthrough(question);
  const named = withDefaultModel(question);
  if (admission.recognised.endpoint.operation === "embed") return openEmbedding(named);
  const translation = translate(named);
  question.judge?.checkSent(engine.dialect, translation.request.body);
  return isCount ? openMappedCount(named, translation) : openMapped(named, translation);
}

// A caller that names no model gets the engine's default.
function withDefaultModel(question: AttemptQuestion): AttemptQuestion {
  const { request, target } = question;
  const { defaultModel } = target.engine;
  if (defaultModel === undefined || (target.model ?? request.model ?? "") !== "") return question;
  return { ...question, target: { ...target, model: defaultModel } };
}

// By the endpoint itself if the engine has it, by the engine's own search, or by the gateway's.
function openStandalone(question: AttemptQuestion, codec: SearchCodec): ResponseHandler {
  const { owner, context, request, target } = question;
  const { dialect, admission } = request;
  const { engine } = target;
  if (engine.servesSearch === true && engine.dialect.id === dialect.id) return openPassthrough(question);
  const search = codec.read(request.value);
  const { together, others } = groupByDomains(search);
  const { searching } = context;
  if (together.length > 0) {
    try {
      const alone = { ...question, context: { ...context, searching: undefined } };
      const translation = translate(alone);
      question.judge?.checkSent(engine.dialect, translation.request.body);
      return openMapped(alone, translation, [...search.notes, ...others.map(notSearched)]);
    } catch (error) {
      const isOn = searching?.isOnFor(engine.name, admission.caller.name) === true;
      if (!AbpError.is(error) || !error.code.startsWith("mapping_") || !isOn || !search.isLive) throw error;
    }
  }
  return new ProviderSearch({ owner, search, codec, searching, from: dialect.id, to: engine.dialect.id });
}

function notSearched({ query }: StandaloneQuery): string {
  return `${JSON.stringify(query)} was not searched, because it names other domains. Ask for it by itself.`;
}

function openPassthrough(question: AttemptQuestion): PassthroughResponse {
  const { owner, request, target, judge } = question;
  const { body, path, changes } = addressedRequest(question);
  return new PassthroughResponse({
    owner,
    engine: target.engine,
    operation: request.admission.recognised.endpoint.operation,
    ...repeated(question, changes),
    streams: request.streams,
    upstreamModel: target.model ?? request.model,
    digest: body === request.body && request.changes.length === 0 ? request.digest : digestOf(question, body),
    request: passthroughRequest(request, target, path, body),
    negotiation: negotiationOf(question),
    ...watchIds(question),
    judge,
  });
}

// The engine does not know what the request continues if the gateway put it in.
function repeated(
  { context, request }: AttemptQuestion,
  changes: readonly string[],
): Pick<PassthroughCall, "changes" | "openEcho"> {
  const { state } = request.dialect;
  const { repeated: members } = request;
  if (members === undefined || state === undefined) return { changes };
  const names = Object.keys(members);
  if (names.length === 0) return { changes };
  const { body, event } = state.idPaths;
  const paths = { body: body.slice(0, -1), event: event.slice(0, -1) };
  return {
    changes: [...changes, `the answer repeats ${names.join(" and ")} as the caller sent it`],
    openEcho: (isStream) => new AnswerEcho({ members, paths }, isStream, context.heldBytes),
  };
}

// With the model of the target, and in the form of the engine's cloud.
function addressedRequest({ context, request, target }: AttemptQuestion): AddressedRequest {
  const addressed = addressRequest(request, target.model);
  if (target.engine.cloud === undefined) return addressed;
  return spliceForCloud(target.engine, addressed, {
    model: target.model ?? request.model,
    streams: request.streams,
    maxDepth: context.limits.maxDepth,
  });
}

function digestOf({ later }: AttemptQuestion, body: Buffer): BodyDigest {
  return later === undefined ? digestBody(body) : later.digest(body);
}

function negotiationOf({ request, target, plan }: AttemptQuestion): NegotiationRecord {
  return passedRecord(target.engine, target.model ?? request.model, plan.compatibility, request.streams);
}

function openSameCount(question: AttemptQuestion): TokenCount {
  const { request, target } = question;
  const { body, path, changes } = addressedRequest(question);
  return new TokenCount({
    ...countCall(question),
    request: passthroughRequest(request, target, path, body),
    upstreamRequest: digestOf(question, body),
    changes,
    mapping: [],
    negotiation: negotiationOf(question),
  });
}

function openMapped(
  question: AttemptQuestion,
  translation: Translation,
  notes: readonly string[] = [],
): ResponseHandler {
  const { owner, context, request, target, ledger } = question;
  const { emulation, memory } = translation;
  const framing = framingOf(request);
  const unique = uniqueDigits(owner.runId);
  const sent = translatedRequest(request, target, translation, question.later, owner.canFallBack);
  const loop = openLoop(question, translation, sent, unique);
  const own = loop === undefined ? emulation?.openRewriter() : undefined;
  const rewriter = loop?.rounds ?? own;
  const guard = question.judge === undefined ? undefined : new AnswerGuard(question.judge, rewriter);
  const found: string[] = [];
  // The rounds of a search are rewritten one by one.
  const complete =
    emulation === undefined || loop !== undefined
      ? undefined
      : (whole: Reply) => {
          const { reply: done, warnings } = emulation.finish(whole);
          found.push(...warnings);
          return done;
        };
  const finish =
    notes.length === 0 ? complete : (whole: Reply) => withNotes(complete?.(whole) ?? whole, notes);
  const reply: ReplyOptions = {
    memory,
    id: `${request.dialect.replyIdPrefix}${unique}`,
    unique,
    inputTokens: translation.inputTokens,
    ownTool: translation.search?.name,
    created: Math.floor(context.now() / 1000),
    now: context.now,
    custody: ledger.contentOf(request.admission.caller).custody,
    framing: { caller: framing },
    // The receipt says nothing of the rest.
    lossesOnly: true,
    rewriter: guard ?? rewriter,
    finish: guard === undefined ? finish : (whole) => guard.inspect(finish?.(whole) ?? whole),
  };
  const call: MappedCall = {
    owner,
    dialect: request.dialect,
    engine: target.engine,
    translation: {
      report: withoutMapped(translation.report),
      emulation,
      negotiation: translation.negotiation,
    },
    ...sent,
    evidence: evidenceOf(question),
    // A whole answer of one round is read at once, and only then.
    found: () => [...found, ...(loop?.rounds.warnings ?? (memory.streams ? own?.warnings : undefined) ?? [])],
    reply,
    loop,
    framing,
    heartbeatMs: context.limits.heartbeatMs,
    now: context.now,
    heldBytes: context.heldBytes,
    slices: context.slices,
    guard,
  };
  return memory.streams ? new MappedStream(call) : new MappedResponse(call);
}

// The call goes on after the engine's answer if the gateway searches, or if JSON is repaired.
function openLoop(
  question: AttemptQuestion,
  translation: Translation,
  sent: TranslatedCall,
  unique: string,
): RoundLoop | undefined {
  const { engine } = question.target;
  if (translation.search !== undefined) {
    const search = openSearchLoop({
      engine,
      translation,
      searching: question.context.searching,
      unique,
      slices: question.context.slices,
      ...sent,
    });
    if (search !== undefined) return search;
  }
  const mayRepair = asksForRepair(question) && translation.repair !== undefined;
  return mayRepair
    ? openRepairLoop({ engine, translation, slices: question.context.slices, ...sent })
    : undefined;
}

function asksForRepair({ context, request }: AttemptQuestion): boolean {
  return request.asksForRepair ?? context.limits.repairJson === true;
}

function withNotes(reply: Reply, notes: readonly string[]): Reply {
  const text = { type: "text", text: `\n\n${notes.join("\n")}` } as const;
  const candidates = reply.candidates.map((one) => ({ ...one, content: [...one.content, text] }));
  return { ...reply, candidates };
}

// The first four digits of a run id change every 50 days. Without them an id has at most 40 characters, as OpenAI wants.
function uniqueDigits(runId: string): string {
  return `${runId.slice(4, 8)}${runId.slice(9, 13)}${runId.slice(14, 18)}${runId.slice(19, 23)}${runId.slice(24)}`;
}

function openMappedCount(question: AttemptQuestion, translation: Translation): TokenCount {
  return new TokenCount({
    ...countCall(question),
    ...translatedRequest(
      question.request,
      question.target,
      translation,
      question.later,
      question.owner.canFallBack,
    ),
    mapping: [translation.report],
    negotiation: translation.negotiation,
  });
}

function evidenceOf({ context, ledger }: AttemptQuestion): EngineEvidence {
  return { store: ledger.evidence, ttlMs: context.limits.evidenceMs, now: context.now };
}

function translate(question: AttemptQuestion): Translation {
  const { context, request, target, plan, ledger } = question;
  const { admission, dialect } = request;
  const { searching } = context;
  const searches = searching?.isOnFor(target.engine.name, admission.caller.name) === true;
  const { endpoint, parameters } = admission.recognised;
  const asked: TranslationQuestion = {
    dialect,
    engine: target.engine,
    body: request.value,
    asSent: endpoint.form === undefined ? sentBy(request) : undefined,
    headers: admission.head.headers,
    mode: plan.compatibility,
    waived: plan.waived,
    operation: endpoint.operation === "count_tokens" ? "count_tokens" : "generate",
    pathModel: parameters["model"],
    pathStream: endpoint.streams,
    targetModel: target.model,
    limits: limitsWithEvidence(evidenceOf(question), target.engine, target.model ?? request.model),
    custody: ledger.contentOf(admission.caller).custody,
    emulatorSet: context.emulators,
    gatewaySearch: searches ? searching?.abilities : undefined,
  };
  try {
    return translateCall(asked);
  } catch (error) {
    throw withAlternatives(error, {
      question: { ...asked, gatewaySearch: undefined },
      bytes: request.body.length,
      model: request.model,
      others: othersOf(question),
    });
  }
}

// The answer repeats what the caller sent, and not what the gateway or the connection made of it.
function sentBy(request: CallRequest): Members | undefined {
  const { repeats } = request.admission;
  if (!request.isExpanded && repeats === undefined) return undefined;
  return { ...request.asSent, ...repeats };
}

function othersOf({ context, request, target }: AttemptQuestion): readonly Engine[] {
  const { caller } = request.admission;
  const isOther = (engine: Engine) => engine !== target.engine && caller.mayUse(engine.name);
  // The caller's own key was meant for one engine.
  return context.engines.list().filter((engine) => isOther(engine) && !engine.usesCallerKey);
}

function hasCounter({ endpoints }: Dialect): boolean {
  return endpoints.some(({ operation }) => operation === "count_tokens");
}

function countCall({ owner, context, request, target }: AttemptQuestion) {
  // A long body was parsed in slices, and is not parsed again.
  const parsed = request.isLong ? request.value : undefined;
  return {
    owner,
    dialect: request.dialect,
    engine: target.engine,
    upstreamModel: target.model ?? request.model,
    parse: parsed === undefined ? () => request.value : () => parsed,
    mayEstimate: context.limits.estimateTokens,
    pathModel: request.admission.recognised.parameters["model"],
    heldBytes: context.heldBytes,
  };
}

// Gemini streams a JSON array unless the query asks for events.
function framingOf({ admission }: CallRequest): "sse" | "array" {
  const { path, endpoint } = admission.recognised;
  if (endpoint.eventsQuery === undefined) return "sse";
  const query = path.slice(path.indexOf("?") + 1).split("&");
  return query.includes(endpoint.eventsQuery) ? "sse" : "array";
}
