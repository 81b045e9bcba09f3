import { AbpError, type LossEntry, type LossReport } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Origins } from "../origins.ts";
import { isAssumed } from "./assumed.ts";
import { type FeatureId, featureOf, isFeature } from "./feature.ts";
import type { FeatureDialect } from "./feature-set.ts";
import type { FeatureSupport } from "./feature-support.ts";
import type { ReplyFeatureId } from "./reply-feature.ts";
import { memberSuffix, type UsedFeature } from "./used-features.ts";
import { isWaived } from "./waiver.ts";

/** How losses are judged. */
export interface LossRules {
  /** Whether an advisory loss is refused as well. */
  readonly strict?: boolean;
  /** The names of losses that strict mode discloses all the same; never of those that are refused in both modes. */
  readonly waived?: readonly string[] | undefined;
  /** The emulators that will be applied; a feature that needs another one is refused. */
  readonly emulators?: readonly string[];
  /** The purpose of the request. A token count loses nothing by settings that do not change the count. */
  readonly operation?: "generate" | "count_tokens";
  /** The features of the request itself that ask for nothing. */
  readonly nothing?: ReadonlySet<string>;
}

const UNCOUNTED: ReadonlySet<string> = new Set([
  "limits",
  "sampling",
  "transport",
  "cache",
  "advisory",
  "output",
]);

// A setting that does not change the count is no reason to refuse a count.
function settle(entry: LossEntry, rules: LossRules): LossEntry {
  if (rules.operation !== "count_tokens" || entry.disposition !== "refused") return entry;
  if (!isFeature(entry.feature)) return entry;
  const { group, id } = featureOf(entry.feature);
  if (!UNCOUNTED.has(group) && !/^(reasoning|tool_choice)\.|^parallel_tool_calls$/.test(id)) return entry;
  return { ...entry, disposition: "mapped", reason: "has no part in the count" };
}

/**
 * Accounts for a request: one entry for each feature that it uses.
 *
 * @example
 * import { accountRequest, findDialect, listUsedFeatures, Origins } from "agent-backplane/dialects";
 * const used = listUsedFeatures(conversation);
 * const entries = accountRequest(used, new Origins(), findDialect("claude"), findDialect("openai"), { strict: true });
 */
export function accountRequest(
  present: readonly UsedFeature[],
  origins: Origins,
  source: FeatureDialect,
  target: FeatureDialect,
  rules: LossRules,
): LossEntry[] {
  return present.map((one) => {
    const path = pathOf(one, origins, source.features[one.feature]);
    const support = ownSupport(one, target) ?? target.features[one.feature];
    if (asksNothing(one, source) && (support.is === "none" || support.is === "emulated")) {
      return {
        path,
        feature: one.feature,
        disposition: "mapped",
        reason: ASSUMED,
      };
    }
    return settle(judge(path, one.feature, weigh(one, support, source), rules), rules);
  });
}

const ASSUMED = "the value that is assumed without it";

function asksNothing({ neutral, feature, vendor }: UsedFeature, source: FeatureDialect): boolean {
  if (neutral === true) return true;
  // The gateway keeps the answers of callers whose own API does.
  if (feature === "store") return source.state !== undefined;
  if (vendor === undefined || vendor.dialect !== source.id || !("value" in vendor)) return false;
  return source.assumed !== undefined && isAssumed(vendor.member, vendor.value, source.assumed);
}

/** The features of the request itself that ask for nothing, so that no change of them is a loss. */
export function featuresThatAskNothing(
  used: readonly UsedFeature[],
  source: FeatureDialect,
): ReadonlySet<string> {
  return new Set(
    used.flatMap((one) => {
      const isSetting = one.node === undefined && one.feature !== "vendor";
      return isSetting && asksNothing(one, source) ? [one.feature] : [];
    }),
  );
}

// The class of the feature decides, except for optional features and for members that the answer depends on.
function weigh(one: UsedFeature, support: FeatureSupport, source: FeatureDialect): FeatureSupport {
  if (support.is !== "none") return support;
  if (one.optional === true) return { ...support, disposition: "disclosed" };
  const { vendor, node } = one;
  const isBinding =
    vendor !== undefined && node === undefined && one.feature === "vendor" && vendor.dialect === source.id;
  if (isBinding && source.binds(vendor.member, vendor.value)) return { ...support, disposition: "refused" };
  return support;
}

/**
 * Accounts for a reply. A reply is never refused, so every loss is disclosed.
 *
 * @example
 * import { accountReply, findDialect, listUsedReplyFeatures, Origins } from "agent-backplane/dialects";
 * const used = listUsedReplyFeatures(reply);
 * const entries = accountReply(used, new Origins(), findDialect("gemini"), findDialect("claude"));
 */
export function accountReply(
  present: readonly UsedFeature<ReplyFeatureId>[],
  origins: Origins,
  source: FeatureDialect,
  target: FeatureDialect,
): LossEntry[] {
  return present.map((one) =>
    replyEntry(one, pathOf(one, origins, source.replyFeatures[one.feature]), target),
  );
}

/** Accounts for one feature of a reply that stands at a place, or below it. */
export function accountReplyAt(
  one: UsedFeature<ReplyFeatureId>,
  place: string,
  source: FeatureDialect,
  target: FeatureDialect,
): LossEntry {
  return replyEntry(one, pathFrom(place, one, source.replyFeatures[one.feature]), target);
}

function replyEntry(one: UsedFeature<ReplyFeatureId>, path: string, target: FeatureDialect): LossEntry {
  if (one.foreign !== undefined && one.issuer !== target.id)
    return { path, feature: one.feature, disposition: "disclosed", reason: one.foreign };
  const support = ownSupport(one, target) ?? target.replyFeatures[one.feature];
  const entry = describe(path, one.feature, support);
  return support.is === "none" || support.is === "emulated" ? { ...entry, disposition: "disclosed" } : entry;
}

/** Whether a feature of a reply reaches the target as it stands, so that its entry says nothing but that. */
export function isCarried(one: UsedFeature<ReplyFeatureId>, target: FeatureDialect): boolean {
  if (one.foreign !== undefined && one.issuer !== target.id) return false;
  const { is } = ownSupport(one, target) ?? target.replyFeatures[one.feature];
  return is !== "none" && is !== "emulated";
}

/** Turns a note of a writer into an entry of the report. */
export function accountNote(
  note: WriterNote,
  origins: Origins,
  source: FeatureDialect,
  rules: LossRules,
): LossEntry {
  const asksNothing = note.node === undefined && rules.nothing?.has(note.feature ?? "") === true;
  const entry = {
    path: notePath(note, origins, source),
    ...(asksNothing ? ({ disposition: "mapped", reason: ASSUMED } as const) : fateOf(note, rules)),
    ...(note.feature === undefined ? {} : { feature: note.feature }),
    ...(note.rule === undefined ? {} : { rule: note.rule }),
  };
  return settle(tighten(entry, rules), rules);
}

function fateOf(
  { disposition, reason, emulator }: WriterNote,
  { emulators }: LossRules,
): Pick<LossEntry, "disposition" | "reason" | "emulator"> {
  if (disposition === "emulated") {
    if (emulator !== undefined && emulators?.includes(emulator) === true)
      return { disposition, reason, emulator };
    return { disposition: "refused", reason: `${reason}; the emulator ${emulator} is not in use` };
  }
  return { disposition, reason };
}

// Strict mode refuses what would be disclosed, less what is waived by name.
function tighten(entry: LossEntry, { strict, waived }: LossRules): LossEntry {
  if (strict !== true || entry.disposition !== "disclosed" || isWaived(entry, waived)) return entry;
  return { ...entry, disposition: "refused" };
}

// A writer knows only its own wire. The caller gets the place of the feature in its own request.
function notePath({ node, at, feature }: WriterNote, origins: Origins, source: FeatureDialect): string {
  if (node !== undefined) return at.startsWith("$") ? at : `${origins.of(node) ?? "$"}${at}`;
  const marked = feature === undefined ? undefined : origins.ofFeature(feature);
  if (marked !== undefined) return marked;
  const own = isFeature(feature) ? source.features[feature] : undefined;
  const place = own !== undefined && "at" in own ? own.at : "";
  return place.startsWith("$") ? place : at;
}

/**
 * Throws the typed error for everything in the report that cannot be honoured; nothing has been sent yet.
 *
 * @example
 * import { explainRequest, findDialect, refuseLosses } from "agent-backplane/dialects";
 * refuseLosses(explainRequest(findDialect("claude"), findDialect("kimi"), body, { strict: true }));
 */
export function refuseLosses(report: LossReport): void {
  if (!report.entries.some(isRefused)) return;
  const refused = report.entries.filter(isRefused);
  const first = refused[0]!;
  const code = first.feature?.startsWith("tool.")
    ? "mapping_unmappable_tool"
    : "mapping_unsupported_capability";
  const more = refused.length > 1 ? ` (and ${refused.length - 1} more)` : "";
  throw new AbpError(code, `cannot be honoured by ${report.to}: ${first.reason}${more}`, {
    where: first.path,
    details: {
      feature: first.feature ?? first.path,
      dialect: report.from,
      engine: report.to,
      param: first.path,
      refused: refused.map(({ path, feature, reason }) => ({ path, feature: feature ?? null, reason })),
    },
  });
}

function isRefused({ disposition }: LossEntry): boolean {
  return disposition === "refused";
}

function pathOf(one: UsedFeature<string>, origins: Origins, support: FeatureSupport): string {
  const marked = one.part === undefined ? undefined : origins.of(one.part);
  if (marked !== undefined) return marked;
  if (one.node !== undefined) return pathFrom(origins.of(one.node) ?? "$", one, support);
  const isMember = one.isPlace === true || one.vendor !== undefined;
  const named = isMember ? undefined : origins.ofFeature(one.feature);
  return named ?? pathFrom("$", one, support);
}

function pathFrom(base: string, one: UsedFeature<string>, support: FeatureSupport): string {
  if (one.isPlace === true) return base;
  if (one.vendor !== undefined) return `${base}${one.vendor.path ?? memberSuffix(one.vendor.member)}`;
  const at = "at" in support ? support.at : "";
  return at.startsWith("$") ? at : `${base}${at}`;
}

// Members and units of one dialect go home untouched and nowhere else.
function ownSupport(
  { node, vendor, issuer }: UsedFeature<string>,
  target: FeatureDialect,
): FeatureSupport | undefined {
  if (issuer === target.id) return { is: "native", at: "" };
  if (vendor !== undefined) {
    if (vendor.dialect === target.id) return { is: "native", at: `.${vendor.member}` };
    return { is: "none", note: `${target.id} does not know ${vendor.member}` };
  }
  const isOwn = node !== undefined && "dialect" in node && node.dialect === target.id;
  return isOwn ? { is: "native", at: "" } : undefined;
}

function judge(path: string, feature: FeatureId, support: FeatureSupport, rules: LossRules): LossEntry {
  const entry = describe(path, feature, support);
  if (support.is === "emulated") {
    if (rules.emulators?.includes(support.by) === true)
      return { ...entry, disposition: "emulated", emulator: support.by };
    return {
      ...entry,
      disposition: "refused",
      reason: `${support.note}; the emulator ${support.by} is not in use`,
    };
  }
  if (support.is !== "none") return entry;
  const natural = featureOf(feature).class === "contract" ? "refused" : "disclosed";
  return tighten({ ...entry, disposition: support.disposition ?? natural }, rules);
}

function describe(path: string, feature: string, support: FeatureSupport): LossEntry {
  return { path, feature, disposition: "mapped", reason: reasonOf(support) };
}

const placed = new Map<string, string>();
const PLACES_LIMIT = 1000;

// The places of the feature tables are few and every call names many of them.
function reasonOf(support: FeatureSupport): string {
  if (support.note !== undefined) return support.note;
  if (!("at" in support) || support.at === "") return "";
  let reason = placed.get(support.at);
  if (reason === undefined) {
    reason = `as ${support.at}`;
    if (placed.size < PLACES_LIMIT) placed.set(support.at, reason);
  }
  return reason;
}
