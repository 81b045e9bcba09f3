import { type Config, configuredEmulators } from "../../../config/index.ts";
import { AbpError, type CompatibilityMode } from "../../../contract/index.ts";
import { type Dialect, findDialect, type Members, memoryCustody } from "../../../dialects/index.ts";
import { type Engine, openEngines, openSearch } from "../../../engines/index.ts";
import {
  enginesOf,
  limitsWithEvidence,
  openSearching,
  planAsConfigured,
  type TranslationQuestion,
  type TranslationTarget,
} from "../../../gateway/index.ts";
import { type Evidence, inspectStore, openStore } from "../../../storage/index.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;

export interface JudgedRequest {
  readonly dialect: Dialect;
  readonly body: Members;
}

/** Where a request would go, and what the gateway knows of that place. */
export interface NamedTarget {
  readonly engine: TranslationTarget & Partial<Pick<Engine, "name" | "cloud">>;
  readonly limits: TranslationQuestion["limits"];
  /** The emulators that are used if the flags name none; all if it is absent. */
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

/**
 * Reads `--to`, `--engine`, `--route`, `--key` and `--model`. A dialect alone stands for its own vendor; a key alone is routed as
 * the gateway does. Throws `usage_invalid` if none is given and for a key that is not configured, and what the gateway's
 * routing throws.
 */
export async function readTarget(
  terminal: Terminal,
  options: Options,
  request: JudgedRequest,
): Promise<NamedTarget> {
  const name = options["engine"] as string | undefined;
  const isRouted = options["route"] === true || options["key"] !== undefined;
  if (name !== undefined || isRouted) return readEngine(terminal, name, options, request);
  const to = options["to"] as string | undefined;
  if (to === undefined)
    throw new AbpError("usage_invalid", "--to is required here, or --engine, or --route", {
      where: "abp translate",
    });
  const dialect = findDialect(to);
  const { config } = await loadSettings(terminal);
  return {
    engine: { dialect, provider: dialect.modelPrefix },
    limits: undefined,
    evidence: [],
    emulators: [],
    emulatorSet: configuredEmulators(config),
    choice: [],
  };
}

/** The question that the gateway would ask for a request, with the flags of the command. Throws `usage_invalid` if nothing names a model. */
export function questionOf(
  { dialect, body }: JudgedRequest,
  target: NamedTarget,
  options: Options,
): TranslationQuestion {
  const model = options["model"] as string | undefined;
  const targetModel = target.model ?? model;
  if (targetModel === undefined && modelOf(options, body) === undefined) throw unnamedModel(dialect);
  return {
    dialect,
    engine: target.engine,
    body,
    headers: [],
    mode: options["strict"] === true ? "strict" : (target.mode ?? "best_effort"),
    waived: (options["allowLoss"] as string[] | undefined) ?? target.waived,
    operation: "generate",
    pathModel: model,
    pathStream: undefined,
    targetModel,
    custody: memoryCustody(),
    limits: target.limits,
    emulators: (options["emulate"] as string[] | undefined) ?? target.emulators,
    emulatorSet: target.emulatorSet,
    gatewaySearch: target.gatewaySearch,
  };
}

function unnamedModel({ id }: Dialect): AbpError {
  return new AbpError("usage_invalid", "the body names no model", {
    where: "--model",
    advice: `Name the model with \`--model\`, such as the one in the path of the ${id} request.`,
  });
}

async function readEngine(
  terminal: Terminal,
  name: string | undefined,
  options: Options,
  request: JudgedRequest,
): Promise<NamedTarget> {
  const { config } = await loadSettings(terminal);
  const { host } = terminal;
  const engines = openEngines(enginesOf(config), { env: host.env });
  try {
    const asked = modelOf(options, request.body);
    const plan = planAsConfigured(config, engines, {
      ...request,
      model: asked,
      engine: name,
      key: options["key"] as string | undefined,
      compatibility: options["strict"] === true ? "strict" : undefined,
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
        ...(name === undefined ? [`${engine.name} is the engine of the route`] : []),
        ...plan.warnings,
      ],
    };
    if (!(await inspectStore(config).exists())) return { ...found, limits: undefined, evidence: [] };
    const store = await openStore(config, { mode: "read" });
    try {
      const tenant = (options["tenant"] as string | undefined) ?? plan.tenant;
      const ttlMs = config.gateway.evidence_ttl_hours * 3_600_000;
      const now = () => host.now().getTime();
      const evidence = { store: store.ledger(tenant).evidence, ttlMs, now };
      const requested = model ?? asked ?? "";
      return {
        ...found,
        limits: limitsWithEvidence(evidence, engine, requested),
        evidence: ttlMs === 0 ? [] : evidence.store.find(engine.name, requested, now() - ttlMs),
      };
    } finally {
      await store.close();
    }
  } finally {
    await engines.close();
  }
}

function modelOf(options: Options, body: Members): string | undefined {
  const stated = (options["model"] as string | undefined) ?? body["model"];
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
