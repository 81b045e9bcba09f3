import type {
  Block,
  CompatibilityMode,
  Conversation,
  LossEntry,
  NegotiationRecord,
} from "../../contract/index.ts";
import type { FeatureId } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { BoundedCache } from "../../lib/index.ts";
import {
  type CapabilityId,
  catalogueManifest,
  decide,
  defaultEmulators,
  type EmulatorSet,
  findModel,
  type Manifest,
  negotiationRecord,
  type PlanStep,
  type Requirement,
  rejection,
} from "../../negotiation/index.ts";

/** What must be emulated for the model, and the decision for the receipt. */
export interface ModelCheck {
  readonly plan: readonly PlanStep[];
  readonly record: NegotiationRecord;
}

/** What the check of a model depends on besides the conversation. */
export interface ModelQuestion {
  readonly engine: Pick<Engine, "provider">;
  readonly mode: CompatibilityMode;
  /** The ids of the emulators that may be used; all of the set if absent. */
  readonly emulators?: readonly string[] | undefined;
  readonly emulatorSet?: EmulatorSet | undefined;
}

/** The capability of a model that each feature of a request needs. */
const needed: Partial<Record<FeatureId, CapabilityId>> = {
  "image.base64": "image_input",
  "image.url": "image_input",
  "image.file": "image_input",
  "document.base64": "pdf_input",
  "document.url": "pdf_input",
  "audio.base64": "audio",
  "audio.url": "audio",
  "tool.function": "tool_use",
  "tool.custom": "tool_use",
  "reasoning.mode": "extended_thinking",
  "reasoning.effort": "extended_thinking",
  "reasoning.budget": "extended_thinking",
  "output.json_schema": "structured_output_json_schema",
  "output.json": "json_mode",
  logprobs: "logprobs",
};

/**
 * The entries of a report with what the plan provides in the model's place, so that the caller learns of prompts that are
 * put in.
 */
export function withPlanned(entries: readonly LossEntry[], plan: readonly PlanStep[]): LossEntry[] {
  return entries.map((entry) => {
    const capability = entry.disposition === "mapped" ? needed[entry.feature as FeatureId] : undefined;
    const step = capability && plan.find((one) => one.capability === capability);
    if (!step || isTold(entries, entry.path, step.emulator)) return entry;
    const reason = `the model does not have ${capability}`;
    return { ...entry, disposition: "emulated", emulator: step.emulator, reason };
  });
}

// A rule may have said so already.
function isTold(entries: readonly LossEntry[], path: string, emulator: string): boolean {
  return entries.some((one) => one.path === path && one.emulator === emulator);
}

/** What is known of a model, and what was decided about it before. */
interface ModelSupply {
  readonly manifest: Manifest;
  readonly isKnown: boolean;
  /** By the mode, the needs and the emulators. */
  readonly checks: BoundedCache<ModelCheck>;
  readonly passed: Map<string, NegotiationRecord>;
}

/** Callers choose the model names, so what is kept of each provider is bounded. A manifest and its checks take some 4 KiB. */
const CACHE_LIMITS = { maxEntries: 2000, maxBytes: 10 * 1024 * 1024 };
/** Callers choose what a request needs too. Programs ask for few combinations. */
const CHECK_LIMITS = { maxEntries: 16, maxBytes: 32 * 1024 };
const SUPPLY_BYTES = 4096;
const supplies = new Map<string, BoundedCache<ModelSupply>>();

/**
 * Compares what a request needs with what the catalogue says of the engine's model. Throws `capability_unsupported` for a
 * need that the model lacks and no emulator provides. A model that the catalogue does not know is found out by the call
 * itself, in strict mode too: each need stays open.
 */
export function checkModel(
  conversation: Conversation,
  entries: readonly LossEntry[],
  { engine, mode, emulators: emulatorIds, emulatorSet: set = defaultEmulators }: ModelQuestion,
): ModelCheck {
  const { manifest, isKnown, checks } = suppliesOf(engine.provider, conversation.model);
  const capabilities = capabilitiesOf(conversation, entries);
  const isPlain = capabilities.length === 0 && emulatorIds === undefined;
  const key = isPlain ? mode : `${mode} ${capabilities.join(" ")} ${emulatorIds?.join(" ") ?? "*"}${set.key}`;
  const before = checks.get(key);
  if (before !== undefined) return before;
  const decision = decide({
    id: `call/${manifest.digest.slice(0, 16)}`,
    trigger: "order.dispatch",
    mode,
    manifest,
    emulators: emulatorIds === undefined ? set.calls : emulatorIds.flatMap((id) => set.find(id) ?? []),
    disabled: set.disabled,
    demand: capabilities.map(
      (capability): Requirement => ({
        capability,
        need: isKnown ? "required" : "on_use",
        floor: "emulated",
        by: { kind: "dialect", id: "request" },
      }),
    ),
  });
  if (decision.verdict === "reject") throw rejection(decision);
  const applied = decision.plan.map(({ capability, emulator, fidelity }) => ({
    capability,
    emulator,
    fidelity,
  }));
  const check = { plan: decision.plan, record: negotiationRecord(decision, applied) };
  checks.set(key, check);
  return check;
}

/**
 * What is known of the model of a call that passes through. Its body is not read, so that only streaming is asked of the
 * model, and the engine itself decides; nothing is emulated and nothing rejected.
 */
export function passedRecord(
  { provider }: Pick<Engine, "provider">,
  model: string | undefined,
  mode: CompatibilityMode,
  streams: boolean,
): NegotiationRecord {
  const { manifest, passed } = suppliesOf(provider, model ?? "");
  const key = streams ? `${mode} streams` : mode;
  const before = passed.get(key);
  if (before !== undefined) return before;
  const streaming: Requirement = {
    capability: "streaming",
    need: "on_use",
    floor: "emulated",
    by: { kind: "dialect", id: "request" },
  };
  const decision = decide({
    id: `call/${manifest.digest.slice(0, 16)}`,
    trigger: "order.dispatch",
    mode,
    lane: "passthrough",
    manifest,
    demand: streams ? [streaming] : [],
  });
  const record = negotiationRecord(decision);
  passed.set(key, record);
  return record;
}

function suppliesOf(provider: string, model: string): ModelSupply {
  const before = supplies.get(provider)?.get(model);
  if (before !== undefined) return before;
  const isKnown = findModel(provider, model) !== undefined;
  const manifest = catalogueManifest({ provider, model });
  const supply = { manifest, isKnown, checks: new BoundedCache<ModelCheck>(CHECK_LIMITS), passed: new Map() };
  const ofProvider = supplies.get(provider) ?? new BoundedCache<ModelSupply>(CACHE_LIMITS);
  ofProvider.set(model, supply, SUPPLY_BYTES);
  supplies.set(provider, ofProvider);
  return supply;
}

// A feature that the translation emulates already needs nothing of the model.
function capabilitiesOf(conversation: Conversation, entries: readonly LossEntry[]): CapabilityId[] {
  const found: CapabilityId[] = [];
  for (const { feature, disposition } of entries) {
    const capability =
      feature === undefined || disposition === "emulated" ? undefined : needed[feature as FeatureId];
    if (capability === undefined) continue;
    if (capability === "extended_thinking" && isThinkingOff(conversation.reasoning)) continue;
    if (found.includes(capability)) continue;
    if (capability === "image_input" && !holdsImage(conversation)) continue;
    if (capability === "pdf_input" && holdsTextAlone(conversation)) continue;
    found.push(capability);
  }
  return found.sort();
}

// A rule may have put a text in the place of every image.
function holdsImage({ system, messages }: Conversation): boolean {
  const isImage = (block: Block): boolean =>
    block.type === "image" || (block.type === "tool_result" && block.content.some(isImage));
  return system.some(isImage) || messages.some(({ content }) => content.some(isImage));
}

// Every model reads the documents that are plain text.
function holdsTextAlone({ system, messages }: Conversation): boolean {
  const documents = [...system, ...messages.flatMap(({ content }) => content)].flatMap(documentsIn);
  return documents.length > 0 && documents.every(isText);
}

type Document = Extract<Block, { type: "document" }>;

function documentsIn(block: Block): Document[] {
  if (block.type === "tool_result") return block.content.flatMap(documentsIn);
  return block.type === "document" ? [block] : [];
}

function isText({ source }: Document): boolean {
  return source.kind === "text" || source.mediaType?.startsWith("text/") === true;
}

function isThinkingOff(reasoning: Conversation["reasoning"]): boolean {
  return reasoning?.mode === "off" || reasoning?.effort === "none";
}
