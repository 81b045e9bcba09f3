import { AbpError, type CompatibilityMode } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { GatewayContext } from "../context.ts";
import { type CallPolicy, callPolicyOf } from "../enforcement/call-policy.ts";
import type { Caller } from "../exchange/caller.ts";
import type { CallRequest } from "../request/call-request.ts";
import { type AutoRequest, chooseAutoEngine } from "../routing/auto-engine.ts";
import type { RouteChoice } from "../routing/router.ts";
import { servedTarget, type Target } from "../routing/target.ts";
import { type WaiverSource, waivedLosses } from "./waivers.ts";

/** How a call is served, decided before anything is sent. */
export interface CallPlan {
  readonly first: Target;
  /** The targets to try in order after the first; the caller may use each of them. */
  readonly fallbacks: readonly Target[];
  readonly compatibility: CompatibilityMode;
  /** The losses that strict mode discloses all the same. */
  readonly waived: readonly string[];
  /** Decisions that the receipt names. */
  readonly warnings: readonly string[];
  /** Undefined if nothing restricts the call. */
  readonly policy: CallPolicy | undefined;
}

/** What planning needs of the gateway. */
export type PlanContext = Pick<GatewayContext, "router" | "engines" | "mode" | "allowLoss" | "emulators">;

/** What a plan depends on. */
export interface PlannedRequest extends AutoRequest, Pick<CallRequest, "routedModel" | "compatibility"> {
  header(name: string): string | undefined;
  readonly admission: AutoRequest["admission"] & {
    readonly caller: Pick<Caller, "name" | "mayUse" | "engine" | "mode" | "allowLoss" | "policies">;
  };
}

const NONE: readonly never[] = [];

/**
 * Plans a call by its model, its headers and its key. `engine` overrides the route. Throws what the router throws, and
 * `validation_failed` for a compatibility header that is neither of its two words, `input_invalid_json` if readers may
 * disagree about the model that decides the route, and `contract_schema_violation` if a model is needed and not named.
 */
export function planCall(context: PlanContext, request: PlannedRequest, engine?: Engine): CallPlan {
  const { caller } = request.admission;
  const route = chooseRoute(context, request, namedEngine(request, engine));
  const compatibility = chooseCompatibility(caller.mode, request.compatibility, route.mode, context.mode);
  const waived =
    compatibility === "strict"
      ? waivedLosses({ key: modeOf(caller), route: modeOf(route), gateway: context.allowLoss })
      : NONE;
  const warnings: string[] = [];
  const policy = callPolicyOf(caller.policies, route.route);
  const first: Target =
    route.engine === undefined
      ? chooseAutoEngine(context.engines, request, route.model, warnings, policy, context.emulators)
      : servedTarget({ engine: route.engine, model: route.model, getsCallerKey: true }, request);
  if (route.fallback.length === 0) return { first, fallbacks: NONE, compatibility, waived, warnings, policy };

  const fallbacks: Target[] = [];
  for (const fallback of route.fallback) {
    const next = context.engines.get(fallback.engine);
    if (!caller.mayUse(next.name, request.model)) continue;
    // A key may go to another engine only at the same address, because that is the same recipient.
    const getsCallerKey = first.getsCallerKey && next.location === first.engine.location;
    if (next.usesCallerKey && !getsCallerKey) {
      warnings.push(`${next.name} is no fallback here: the caller's key was meant for ${first.engine.name}`);
      continue;
    }
    const target = { engine: next, model: fallback.model ?? route.model, getsCallerKey };
    fallbacks.push(servedTarget(target, request));
  }
  return { first, fallbacks, compatibility, waived, warnings, policy };
}

/** Whether the plan depends on the parsed body, because the engine is chosen by it. Throws as `planCall`. */
export function plansByBody(context: PlanContext, request: PlannedRequest, engine?: Engine): boolean {
  return chooseRoute(context, request, namedEngine(request, engine)).engine === undefined;
}

function namedEngine(request: PlannedRequest, engine: Engine | undefined): string | undefined {
  return engine?.name ?? request.header("x-abp-engine") ?? request.admission.caller.engine;
}

function chooseRoute(
  { router }: PlanContext,
  request: PlannedRequest,
  engine: string | undefined,
): RouteChoice {
  const model = engine === undefined ? request.routedModel : request.model;
  try {
    return router.route({ model, engine, caller: request.admission.caller, dialect: request.dialect.id });
  } catch (error) {
    // The vendors' own APIs refuse such a request; that no engine takes it is not the reason.
    const { operation } = request.admission.recognised.endpoint;
    const isFault = AbpError.is(error) && error.code === "model_not_routed" && operation !== "search";
    if (!isFault || (model ?? "") !== "") throw error;
    const where = "$.model";
    throw new AbpError(
      "contract_schema_violation",
      `${where} names no model, and neither does the configuration`,
      { where, details: { path: where }, cause: error },
    );
  }
}

function modeOf({ mode, allowLoss }: Pick<RouteChoice, "mode" | "allowLoss">): WaiverSource {
  return { mode, allowLoss };
}

// A strict key or route stays strict: a caller may tighten what they allow, and never loosen it.
function chooseCompatibility(
  key: CompatibilityMode | undefined,
  requested: CompatibilityMode | undefined,
  route: CompatibilityMode | undefined,
  preset: CompatibilityMode,
): CompatibilityMode {
  if (key === "strict" || route === "strict") return "strict";
  return requested ?? route ?? key ?? preset;
}
