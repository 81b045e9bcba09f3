import { AbpError } from "../../../contract/index.ts";
import { findDialect, memoryCustody } from "../../../dialects/index.ts";
import { openEngines } from "../../../engines/index.ts";
import {
  enginesOf,
  limitsWithEvidence,
  type TranslationQuestion,
  type TranslationTarget,
} from "../../../gateway/index.ts";
import { type Evidence, hasLedger, openStore } from "../../../storage/index.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type Options = Readonly<Record<string, unknown>>;

/** Where a request would go, and what the gateway knows of that place. */
export interface NamedTarget {
  readonly engine: TranslationTarget;
  readonly limits: TranslationQuestion["limits"];
  /** The emulators that are used where the flags name none; all where it is absent. */
  readonly emulators?: readonly string[];
  /** What the engine's errors taught about the model. */
  readonly evidence: readonly Evidence[];
}

/**
 * Reads `--to`, `--engine` and `--model`. A dialect alone stands for its own vendor. Throws `usage_invalid` where neither is
 * given, and `engine_not_found` for an engine that is not configured.
 */
export async function readTarget(terminal: Terminal, options: Options, model: string): Promise<NamedTarget> {
  const name = options["engine"] as string | undefined;
  if (name !== undefined) return readEngine(terminal, name, options, model);
  const to = options["to"] as string | undefined;
  if (to === undefined)
    throw new AbpError("usage_invalid", "--to is required here, or --engine", { where: "abp translate" });
  const dialect = findDialect(to);
  return {
    engine: { dialect, provider: dialect.modelPrefix },
    limits: undefined,
    evidence: [],
    emulators: [],
  };
}

/** The question that the gateway would ask for a request, with the flags of the command. */
export function questionOf(
  dialect: TranslationQuestion["dialect"],
  target: NamedTarget,
  body: TranslationQuestion["body"],
  options: Options,
): TranslationQuestion {
  const model = options["model"] as string | undefined;
  return {
    dialect,
    engine: target.engine,
    body,
    headers: [],
    mode: options["strict"] === true ? "strict" : "best_effort",
    waived: options["allowLoss"] as string[] | undefined,
    operation: "generate",
    pathModel: model,
    pathStream: undefined,
    targetModel: model,
    custody: memoryCustody(),
    limits: target.limits,
    emulators: (options["emulate"] as string[] | undefined) ?? target.emulators,
  };
}

async function readEngine(
  terminal: Terminal,
  name: string,
  options: Options,
  model: string,
): Promise<NamedTarget> {
  const { config } = await loadSettings(terminal);
  const { host } = terminal;
  const engines = openEngines(enginesOf(config), { env: host.env });
  try {
    const engine = engines.get(name);
    if (!hasLedger(config.receipts_dir)) return { engine, limits: undefined, evidence: [] };
    const store = await openStore(config, { mode: "read" });
    try {
      const tenant = (options["tenant"] as string | undefined) ?? config.receipts.tenant;
      const ttlMs = config.gateway.evidence_ttl_hours * 3_600_000;
      const now = () => host.now().getTime();
      const evidence = { store: store.ledger(tenant).evidence, ttlMs, now };
      return {
        engine,
        limits: limitsWithEvidence(evidence, engine, model),
        evidence: ttlMs === 0 ? [] : evidence.store.find(name, model, now() - ttlMs),
      };
    } finally {
      await store.close();
    }
  } finally {
    await engines.close();
  }
}
