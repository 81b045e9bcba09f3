import type { Config } from "../../../config/index.ts";
import { AbpError, type CompatibilityMode } from "../../../contract/index.ts";
import { type Dialect, findDialect, type Members, memoryCustody } from "../../../dialects/index.ts";
import { type Engine, type Engines, openEngines, openSearch } from "../../../engines/index.ts";
import {
  chooseAutoEngine,
  enginesOf,
  limitsWithEvidence,
  openSearching,
  type TranslationQuestion,
  type TranslationTarget,
} from "../../../gateway/index.ts";
import { type Evidence, hasLedger, openStore } from "../../../storage/index.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;

/** The name that the gateway gives to the key of its own user. */
const OWNER = "owner";

/** A request to judge. */
export interface JudgedRequest {
  readonly dialect: Dialect;
  readonly body: Members;
}

/** Where a request would go, and what the gateway knows of that place. */
export interface NamedTarget {
  readonly engine: TranslationTarget & Partial<Pick<Engine, "name" | "cloud">>;
  readonly limits: TranslationQuestion["limits"];
  /** The emulators that are used where the flags name none; all where it is absent. */
  readonly emulators?: readonly string[];
  /** What the engine's errors taught about the model. */
  readonly evidence: readonly Evidence[];
  /** The model that the gateway would request in place of the request's own. */
  readonly model?: string | undefined;
  /** The mode and the allowed losses of the configuration. */
  readonly mode?: CompatibilityMode;
  readonly waived?: readonly string[];
  readonly gatewaySearch?: TranslationQuestion["gatewaySearch"];
  /** Whether the gateway would pass every byte on, because the engine speaks the request's dialect. */
  readonly passes?: boolean;
  /** Why this engine was chosen, where none was named. */
  readonly choice: readonly string[];
}

/**
 * Reads `--to`, `--engine` and `--model`. A dialect alone stands for its own vendor. Throws `usage_invalid` where neither is
 * given, `engine_not_found` for an engine that is not configured, and `model_not_routed` where `auto` finds none.
 */
export async function readTarget(
  terminal: Terminal,
  options: Options,
  request: JudgedRequest,
): Promise<NamedTarget> {
  const name = options["engine"] as string | undefined;
  if (name !== undefined) return readEngine(terminal, name, options, request);
  const to = options["to"] as string | undefined;
  if (to === undefined)
    throw new AbpError("usage_invalid", "--to is required here, or --engine", { where: "abp translate" });
  const dialect = findDialect(to);
  return {
    engine: { dialect, provider: dialect.modelPrefix },
    limits: undefined,
    evidence: [],
    emulators: [],
    choice: [],
  };
}

/** The question that the gateway would ask for a request, with the flags of the command. */
export function questionOf(
  { dialect, body }: JudgedRequest,
  target: NamedTarget,
  options: Options,
): TranslationQuestion {
  const model = options["model"] as string | undefined;
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
    targetModel: target.model ?? model,
    custody: memoryCustody(),
    limits: target.limits,
    emulators: (options["emulate"] as string[] | undefined) ?? target.emulators,
    gatewaySearch: target.gatewaySearch,
  };
}

async function readEngine(
  terminal: Terminal,
  name: string,
  options: Options,
  request: JudgedRequest,
): Promise<NamedTarget> {
  const { config } = await loadSettings(terminal);
  const { host } = terminal;
  const engines = openEngines(enginesOf(config), { env: host.env });
  try {
    const asked = modelOf(options, request.body);
    const choice: string[] = [];
    const target =
      name === "auto"
        ? chooseEngine(engines, request, asked, choice)
        : { engine: engines.get(name), model: undefined };
    const { engine } = target;
    const model = target.model ?? (asked === undefined ? engine.defaultModel : undefined);
    const found = {
      engine,
      model,
      mode: config.negotiation.mode,
      waived: config.gateway.allow_loss,
      gatewaySearch: await searchOf(config, engine),
      passes: engine.dialect === request.dialect,
      choice,
    };
    if (!hasLedger(config.receipts_dir)) return { ...found, limits: undefined, evidence: [] };
    const store = await openStore(config, { mode: "read" });
    try {
      const tenant = (options["tenant"] as string | undefined) ?? config.receipts.tenant;
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

// As the gateway chooses for its own user, who may use every engine.
function chooseEngine(
  engines: Engines,
  { dialect, body }: JudgedRequest,
  model: string | undefined,
  choice: string[],
): { readonly engine: Engine; readonly model: string | undefined } {
  const recognised = {
    endpoint: { operation: "generate" },
    parameters: model === undefined ? {} : { model },
    alternatives: [],
  } as const;
  const request = {
    dialect,
    model,
    value: body,
    isOpaque: false,
    readValue: () => undefined,
    admission: { caller: { mayUse: () => true }, recognised },
  };
  return chooseAutoEngine(engines, request, undefined, choice);
}

async function searchOf(config: Config, { name }: Engine): Promise<TranslationQuestion["gatewaySearch"]> {
  const provider = openSearch(config.tools.web_search);
  if (provider === undefined) return undefined;
  try {
    const searching = openSearching(provider, config.tools.web_search);
    return searching.isOnFor(name, OWNER) ? searching.abilities : undefined;
  } finally {
    await provider.close();
  }
}
