import { type Config, configuredEmulators } from "../config/index.ts";
import { AbpError, type CompatibilityMode } from "../contract/index.ts";
import { type Dialect, findDialect, type Members, memoryCustody } from "../dialects/index.ts";
import { type Engine, openSearch } from "../engines/index.ts";
import type { Evidence, EvidenceStore } from "../storage/index.ts";
import { planAsConfigured } from "./configured-plan.ts";
import { limitsWithEvidence } from "./evidence/engine-evidence.ts";
import type { TranslationQuestion, TranslationTarget } from "./mapping/translation.ts";
import type { EngineDirectory } from "./routing/router.ts";
import { openSearching } from "./search/searching.ts";

/** A request whose translation is asked for. */
export interface AskedRequest {
  readonly dialect: Dialect;
  readonly body: Members;
}

/** Where a request shall go, as a user says it. */
export interface TargetChoice {
  /** A dialect, which stands for its own vendor. */
  readonly to?: string | undefined;
  readonly engine?: string | undefined;
  /** Whether the routes decide, as those of the gateway do. */
  readonly route?: boolean | undefined;
  /** The name of the key that would call. */
  readonly key?: string | undefined;
  /** In place of the model of the body. */
  readonly model?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly allowLoss?: readonly string[] | undefined;
  readonly emulate?: readonly string[] | undefined;
  /** The tenant whose evidence counts; that of the key by default. */
  readonly tenant?: string | undefined;
}

/** Where a request would go, and what the gateway knows of that place. */
export interface NamedTarget {
  readonly engine: TranslationTarget & Partial<Pick<Engine, "name" | "cloud">>;
  readonly limits: TranslationQuestion["limits"];
  /** The emulators that are used if the choice names none; all if it is absent. */
  readonly emulators?: readonly string[];
  /** The emulators as configured; the default ones if absent. */
  readonly emulatorSet?: TranslationQuestion["emulatorSet"];
  /** What the engine's errors taught about the model. */
  readonly evidence: readonly Evidence[];
  /** The model that the gateway would request in place of the request's own. */
  readonly model?: string | undefined;
  /** The mode and the losses that it allows, by key, route and configuration. */
  readonly mode?: CompatibilityMode;
  readonly waived?: readonly string[];
  readonly gatewaySearch?: TranslationQuestion["gatewaySearch"];
  /** Whether the gateway would pass every byte on, because the engine speaks the request's dialect. */
  readonly passes?: boolean;
  /** Why this engine was chosen, if none was named. */
  readonly choice: readonly string[];
}

/** What the gateway of a configuration knows. */
export interface TargetPlace {
  readonly config: Config;
  readonly engines: EngineDirectory;
  /** Reads the evidence of a tenant; of none if nothing is stored. */
  readonly readEvidence: <Value>(
    tenant: string,
    read: (store: EvidenceStore | undefined) => Value,
  ) => Promise<Value>;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** The target of a dialect alone: its own vendor, of which nothing is known. */
export function targetOfDialect(config: Config, to: string): NamedTarget {
  const dialect = findDialect(to);
  return {
    engine: { dialect, provider: dialect.modelPrefix },
    limits: undefined,
    evidence: [],
    emulators: [],
    emulatorSet: configuredEmulators(config),
    choice: [],
  };
}

/** The engine that a choice names, or the one that the routes choose, with all that the gateway knows of it. */
export async function targetAsConfigured(
  { config, engines, readEvidence, now }: TargetPlace,
  choice: TargetChoice,
  request: AskedRequest,
): Promise<NamedTarget> {
  const asked = modelOf(choice, request.body);
  const plan = planAsConfigured(config, engines, {
    ...request,
    model: asked,
    engine: choice.engine,
    key: choice.key,
    compatibility: choice.strict === true ? "strict" : undefined,
  });
  const { engine } = plan.first;
  const model = plan.first.model ?? (asked === undefined ? engine.defaultModel : undefined);
  const { compatibility: mode, waived } = plan;
  const found = {
    ...{ engine, model, mode, waived },
    emulatorSet: configuredEmulators(config),
    gatewaySearch: await searchOf(config, engine, plan.caller),
    passes: engine.dialect === request.dialect,
    choice: [
      ...(choice.engine === undefined ? [`${engine.name} is the engine of the route`] : []),
      ...plan.warnings,
    ],
  };
  const ttlMs = config.gateway.evidence_ttl_hours * 3_600_000;
  return readEvidence(choice.tenant ?? plan.tenant, (store): NamedTarget => {
    if (store === undefined) return { ...found, limits: undefined, evidence: [] };
    const requested = model ?? asked ?? "";
    return {
      ...found,
      limits: limitsWithEvidence({ store, ttlMs, now }, engine, requested),
      evidence: ttlMs === 0 ? [] : store.find(engine.name, requested, now() - ttlMs),
    };
  });
}

/**
 * The question that the gateway would ask for a request. Throws `usage_invalid` if nothing names a model; `modelPlace` is where the
 * user can name it.
 */
export function questionOf(
  { dialect, body }: AskedRequest,
  target: NamedTarget,
  choice: TargetChoice,
  modelPlace = "--model",
): TranslationQuestion {
  const { model } = choice;
  const targetModel = target.model ?? model;
  if (targetModel === undefined && modelOf(choice, body) === undefined)
    throw unnamedModel(dialect, modelPlace);
  return {
    dialect,
    engine: target.engine,
    body,
    headers: [],
    mode: choice.strict === true ? "strict" : (target.mode ?? "best_effort"),
    waived: choice.allowLoss ?? target.waived,
    operation: "generate",
    pathModel: model,
    pathStream: undefined,
    targetModel,
    custody: memoryCustody(),
    limits: target.limits,
    emulators: choice.emulate ?? target.emulators,
    emulatorSet: target.emulatorSet,
    gatewaySearch: target.gatewaySearch,
  };
}

function unnamedModel({ id }: Dialect, place: string): AbpError {
  return new AbpError("usage_invalid", "the body names no model", {
    where: place,
    advice: `Name the model with \`${place}\`, such as the one in the path of the ${id} request.`,
  });
}

function modelOf(choice: TargetChoice, body: Members): string | undefined {
  const stated = choice.model ?? body["model"];
  return typeof stated === "string" && stated !== "" ? stated : undefined;
}

async function searchOf(
  config: Config,
  { name }: Engine,
  caller: string,
): Promise<TranslationQuestion["gatewaySearch"]> {
  const provider = openSearch(config.tools.web_search);
  if (provider === undefined) return undefined;
  try {
    const searching = openSearching(provider, config.tools.web_search);
    return searching.isOnFor(name, caller) ? searching.abilities : undefined;
  } finally {
    await provider.close();
  }
}
