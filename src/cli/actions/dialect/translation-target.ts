import type { Config } from "../../../config/index.ts";
import { AbpError } from "../../../contract/index.ts";
import { openEngines } from "../../../engines/index.ts";
import {
  type AskedRequest,
  enginesOf,
  type NamedTarget,
  type TargetChoice,
  type TargetPlace,
  targetAsConfigured,
  targetOfDialect,
} from "../../../gateway/index.ts";
import { inspectStore, openStore } from "../../../storage/index.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** The flags of `abp translate` and `abp explain` that say where a request goes and how. */
export function choiceOf(options: Readonly<Record<string, unknown>>): TargetChoice {
  const { to, engine, route, key, model, strict, allowLoss, emulate, tenant } = options as TargetChoice;
  return { to, engine, route, key, model, strict, allowLoss, emulate, tenant };
}

/**
 * Reads `--to`, `--engine`, `--route`, `--key` and `--model`. A dialect alone stands for its own vendor; a key alone is routed as
 * the gateway does. Throws `usage_invalid` if none is given and for a key that is not configured, and what the gateway's
 * routing throws.
 */
export async function readTarget(
  terminal: Terminal,
  choice: TargetChoice,
  request: AskedRequest,
): Promise<NamedTarget> {
  const { config } = await loadSettings(terminal);
  const isRouted = choice.engine !== undefined || choice.route === true || choice.key !== undefined;
  if (isRouted) return readEngine(terminal, config, choice, request);
  if (choice.to === undefined)
    throw new AbpError("usage_invalid", "--to is required here, or --engine, or --route", {
      where: "abp translate",
    });
  return targetOfDialect(config, choice.to);
}

async function readEngine(
  { host }: Terminal,
  config: Config,
  choice: TargetChoice,
  request: AskedRequest,
): Promise<NamedTarget> {
  const engines = openEngines(enginesOf(config), { env: host.env });
  try {
    const now = () => host.now().getTime();
    const place = { config, engines, readEvidence: evidenceReader(config), now };
    return await targetAsConfigured(place, choice, request);
  } finally {
    await engines.close();
  }
}

function evidenceReader(config: Config): TargetPlace["readEvidence"] {
  return async (tenant, read) => {
    if (!(await inspectStore(config).exists())) return read(undefined);
    const store = await openStore(config, { mode: "read" });
    try {
      return read(store.ledger(tenant).evidence);
    } finally {
      await store.close();
    }
  };
}
