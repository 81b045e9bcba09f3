import { type Config, configuredEmulators } from "../config/index.ts";
import { AbpError, ALL_TENANTS, type CompatibilityMode } from "../contract/index.ts";
import type { Dialect, Members } from "../dialects/index.ts";
import { type CallPlan, planCall } from "./call/plan.ts";
import { callersOf, defaultEngineOf, speakingEnginesOf } from "./open-gateway.ts";
import { type EngineDirectory, openRouter } from "./routing/router.ts";

/** The name of the caller if no key is named: the user, who may use every engine. */
const OWNER = "owner";

/** A request that is planned and not served. */
export interface PlanQuestion {
  readonly dialect: Dialect;
  readonly body: Members;
  /** The model as the caller would name it. */
  readonly model: string | undefined;
  /** As the header `X-ABP-Engine` would name it; the routes decide without it. */
  readonly engine: string | undefined;
  /** The name of the key that would call. */
  readonly key: string | undefined;
  /** As the header `X-ABP-Compatibility` would ask. */
  readonly compatibility: CompatibilityMode | undefined;
}

/** Whose receipts and evidence a call of a key belongs to. */
export interface ConfiguredPlan extends CallPlan {
  readonly caller: string;
  readonly tenant: string;
}

/**
 * Plans a request as the gateway of a configuration would: engine, model, mode and allowed losses. Whether a policy denies the
 * engine or the model is not judged. Throws as `planCall`, and `usage_invalid` for a key that is not configured.
 */
export function planAsConfigured(
  config: Config,
  engines: EngineDirectory,
  { dialect, body, model, engine, key = OWNER, compatibility }: PlanQuestion,
): ConfiguredPlan {
  const known = Object.hasOwn(config.keys, key) ? config.keys[key] : undefined;
  if (known === undefined && key !== OWNER)
    throw new AbpError("usage_invalid", `no key ${JSON.stringify(key)} is configured`, { where: "keys" });
  const tenant =
    known?.tenant === undefined || known.tenant === ALL_TENANTS ? config.receipts.tenant : known.tenant;
  const caller = callersOf(config, config.keys).forRun(key, tenant);
  const context = {
    engines,
    router: openRouter(config.routes, engines, defaultEngineOf(config), speakingEnginesOf(config)),
    mode: config.negotiation.mode,
    allowLoss: config.gateway.allow_loss,
    emulators: configuredEmulators(config),
  };
  const recognised = {
    endpoint: { operation: "generate" },
    parameters: model === undefined ? {} : { model },
    alternatives: [],
  } as const;
  const request = {
    ...{ dialect, model, routedModel: model, value: body, isOpaque: false, compatibility },
    header: (name: string) => (name === "x-abp-engine" ? engine : undefined),
    readValue: () => body,
    admission: { caller, recognised },
  };
  return { ...planCall(context, request), caller: key, tenant };
}
