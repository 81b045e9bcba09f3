import {
  AbpError,
  type CompatibilityMode,
  type Conversation,
  type LossEntry,
  type LossReport,
  type NegotiationRecord,
} from "../../contract/index.ts";
import {
  checkRequired,
  continueRequest,
  type Dialect,
  explainRequest,
  type GatewaySearch,
  isWaived,
  type Members,
  type PromptCacheRule,
  type ReasoningCustody,
  type TranslatedRequest,
  type TranslateOptions,
  translateRequest,
  type WrittenRequest,
} from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader, type HeaderList } from "../../lib/index.ts";
import type { ModelLimits } from "../../models/index.ts";
import {
  applyPlan,
  defaultEmulators,
  type Emulation,
  type EmulatorSet,
  type PlannedEmulation,
  type StreamRewriter,
} from "../../negotiation/index.ts";
import { estimateTokens } from "../../telemetry/index.ts";
import { checkModel, type ModelCheck, withPlanned } from "./model-check.ts";
import { AUTO_CACHE, markPrefix } from "./prompt-cache.ts";
import { withRan } from "./ran-emulations.ts";

/** What the translation needs of an engine. */
export type TranslationTarget = Pick<Engine, "dialect" | "provider" | "promptCache" | "turnHeaders">;

/** A request to translate, and the rules for it. */
export interface TranslationQuestion {
  readonly dialect: Dialect;
  readonly engine: TranslationTarget;
  readonly body: Members;
  /** The body as the caller sent it, if earlier turns were put in. */
  readonly asSent?: Members | undefined;
  readonly headers: HeaderList;
  readonly mode: CompatibilityMode;
  /** The losses that strict mode discloses all the same. */
  readonly waived?: readonly string[] | undefined;
  readonly operation: "generate" | "count_tokens";
  /** From the path, for dialects that put it there. */
  readonly pathModel: string | undefined;
  readonly pathStream: boolean | undefined;
  /** The model to request in place of the caller's. */
  readonly targetModel: string | undefined;
  readonly custody: ReasoningCustody;
  /** The limits of the model, if they differ from the known ones. */
  readonly limits?: ModelLimits | undefined;
  /** The emulators that best effort may use; all of them if it is absent. */
  readonly emulators?: readonly string[] | undefined;
  /** The emulators as configured; the default ones if absent. */
  readonly emulatorSet?: EmulatorSet | undefined;
  /** Set if the gateway searches the web for engines that cannot. */
  readonly gatewaySearch?: GatewaySearch | undefined;
}

/** The request of a further round. */
export interface WrittenRound extends WrittenRequest {
  /** Opens what rewrites the reply of this round; absent if nothing is emulated. */
  readonly openRewriter?: () => StreamRewriter;
}

/** How a translated call goes on after the engine's first answer. */
export interface FurtherRounds {
  /** The conversation of the first request. */
  readonly conversation: Conversation;
  /** Writes the conversation with further turns. */
  write(conversation: Conversation): WrittenRound;
}

/** A translated request, its losses, and what must be done to the response. */
export interface Translation extends TranslatedRequest {
  readonly emulation: Emulation | undefined;
  readonly negotiation: NegotiationRecord | undefined;
  /** An estimate, if the caller's streams begin with the tokens of the input. */
  readonly inputTokens?: number | undefined;
  /** Set if the gateway searches in further rounds. */
  readonly rounds?: FurtherRounds | undefined;
  /** Set if JSON is emulated, so that an answer that is not JSON can be repaired in a further round. */
  readonly repair?: FurtherRounds | undefined;
}

/**
 * Translates a request, or refuses it: first by what the engine's dialect can express, then by what its model can do.
 * Nothing was sent when it throws.
 */
export function translateCall(question: TranslationQuestion): Translation {
  const { dialect, engine, emulatorSet: set = defaultEmulators } = question;
  let emulation: Emulation | undefined;
  let negotiation: NegotiationRecord | undefined;
  let rounds: FurtherRounds | undefined;
  let planned: ModelCheck["plan"] = [];
  let isMarked = false;
  let inputTokens: number | undefined;
  let sent: Conversation | undefined;
  checkWhole(question);
  const cache = cacheRuleOf(question);
  const translated = translateRequest(dialect, engine.dialect, question.body, {
    ...optionsOf(question),
    rewrite: (conversation: Conversation, entries: readonly LossEntry[]) => {
      const check = checkModel(conversation, entries, question);
      negotiation = check.record;
      planned = check.plan;
      const plan = planOf(entries, check.plan, set);
      const mark = (one: Conversation) => (cache === undefined ? one : markPrefix(one, cache));
      rounds = {
        conversation,
        write: (further) => {
          const emulated = plan.length === 0 ? undefined : applyPlan(plan, further, set);
          const next = mark(emulated?.request ?? further);
          const written = continueRequest(next, engine.dialect, question.limits);
          return {
            ...withTurnHeaders(engine, written, next),
            ...(emulated === undefined ? {} : { openRewriter: () => emulated.openRewriter() }),
          };
        },
      };
      if (plan.length > 0) emulation = applyPlan(plan, conversation, set);
      const whole = emulation?.request ?? conversation;
      const marked = mark(whole);
      isMarked = marked !== whole;
      sent = marked;
      if (dialect.startsWithUsage === true && whole.stream?.enabled === true)
        inputTokens = estimateTokens(whole);
      return marked;
    },
  });
  const report = withPlan(translated.report, planned, set);
  addHeaderLosses(report.entries, question);
  if (isMarked) report.entries.push(markedEntry);
  return {
    ...translated,
    request: withTurnHeaders(engine, translated.request, sent),
    report,
    emulation,
    inputTokens,
    negotiation: negotiation === undefined ? undefined : withRan(negotiation, { emulation, isMarked }),
    rounds: translated.search === undefined ? undefined : rounds,
    repair:
      emulation?.active.some(({ takesOver }) => takesOver.includes("output")) === true ? rounds : undefined,
  };
}

function withTurnHeaders(
  { turnHeaders }: TranslationTarget,
  request: WrittenRequest,
  conversation: Conversation | undefined,
): WrittenRequest {
  if (turnHeaders === undefined || conversation === undefined) return request;
  return { ...request, headers: [...(request.headers ?? []), ...turnHeaders(conversation)] };
}

/** Reports what `translateCall` would do, with everything that it would refuse. Throws only if the request cannot be read. */
export function explainCall(question: TranslationQuestion): LossReport {
  const { dialect, engine, emulatorSet: set = defaultEmulators } = question;
  let planned: ModelCheck["plan"] = [];
  let isMarked = false;
  checkWhole(question);
  const cache = cacheRuleOf(question);
  const report = explainRequest(dialect, engine.dialect, question.body, {
    ...optionsOf(question),
    rewrite: (conversation, entries) => {
      planned = checkModel(conversation, entries, question).plan;
      const plan = planOf(entries, planned, set);
      const whole = plan.length === 0 ? conversation : applyPlan(plan, conversation, set).request;
      const marked = cache === undefined ? whole : markPrefix(whole, cache);
      isMarked = marked !== whole;
      return marked;
    },
  });
  const explained = withPlan(report, planned, set);
  return isMarked ? { ...explained, entries: [...explained.entries, markedEntry] } : explained;
}

function withPlan(report: LossReport, plan: ModelCheck["plan"], { renamed }: EmulatorSet): LossReport {
  const entries = plan.length === 0 ? report.entries : withPlanned(report.entries, plan);
  if (renamed.size === 0) return entries === report.entries ? report : { ...report, entries };
  return { ...report, entries: entries.map((entry) => withName(entry, renamed)) };
}

/** The entry with the name of the emulator that is in use in place of a default one. */
function withName(entry: LossEntry, renamed: EmulatorSet["renamed"]): LossEntry {
  const name = entry.emulator === undefined ? undefined : renamed.get(entry.emulator);
  return name === undefined ? entry : { ...entry, emulator: name };
}

// A search by itself has members of its own.
function checkWhole({ dialect, body, pathModel, targetModel, operation }: TranslationQuestion): void {
  if (dialect.search === undefined && dialect.required !== undefined)
    checkRequired(dialect.required, body, { model: pathModel ?? targetModel, operation });
}

// Strict mode sends what the caller asked for and adds nothing.
function cacheRuleOf({ engine, mode, operation }: TranslationQuestion): PromptCacheRule | undefined {
  if (engine.promptCache !== "auto" || mode === "strict" || operation !== "generate") return undefined;
  return engine.dialect.promptCache;
}

const markedEntry: LossEntry = {
  path: "$",
  feature: "cache.hint",
  disposition: "emulated",
  emulator: AUTO_CACHE,
  reason: "the prefix is marked for the prompt cache",
};

function optionsOf(question: TranslationQuestion): TranslateOptions {
  const { mode, waived, limits, pathModel, pathStream, targetModel, asSent } = question;
  const { emulatorSet = defaultEmulators } = question;
  const strict = mode === "strict";
  return {
    strict,
    waived,
    asSent,
    emulators: strict ? [] : (question.emulators ?? emulatorSet.ids),
    operation: question.operation,
    custody: question.custody,
    limits,
    gatewaySearch: question.gatewaySearch,
    furtherRounds: !strict,
    model: pathModel ?? targetModel,
    stream: pathStream,
    targetModel,
  };
}

function planOf(
  entries: readonly LossEntry[],
  planned: readonly PlannedEmulation[],
  set: EmulatorSet,
): PlannedEmulation[] {
  const byEntry = entries.flatMap(({ disposition, emulator }) => {
    const found = disposition === "emulated" && emulator !== undefined ? set.find(emulator) : undefined;
    return found === undefined ? [] : [{ capability: found.capability, emulator: found.id }];
  });
  return [...byEntry, ...planned];
}

// A beta flag or an organisation of one vendor means nothing to another.
function addHeaderLosses(
  entries: LossEntry[],
  { dialect, engine, headers, mode, waived }: TranslationQuestion,
): void {
  for (const name of dialect.transport.ownHeaders) {
    if (engine.dialect.transport.ownHeaders.includes(name) || findHeader(headers, name) === undefined)
      continue;
    if (dialect.transport.headers.includes(name)) continue;
    const entry = { path: `header ${name}`, reason: `${engine.dialect.id} has no such header` };
    if (mode === "strict" && !isWaived(entry, waived)) {
      throw new AbpError("mapping_lossy_conversion", `${entry.path}: ${entry.reason}`, { where: entry.path });
    }
    entries.push({ ...entry, disposition: "disclosed" });
  }
}
