import { AbpError, type CompatibilityMode } from "../../contract/index.ts";
import { type Engine, type FallbackSetting, readFallbacks } from "../../engines/index.ts";
import { compileGlob, type Glob } from "../../lib/index.ts";
import { canonicalProvider, findModel } from "../../negotiation/index.ts";
import type { Caller } from "../exchange.ts";

/** One route, as `[routes.<name>]` describes it. */
export interface Route {
  readonly models: readonly string[];
  readonly engine: string;
  readonly model?: string | undefined;
  readonly mode?: CompatibilityMode | undefined;
  readonly fallback?: readonly FallbackSetting[] | undefined;
}

/** The engines that a router chooses among. */
export interface EngineDirectory {
  get(name: string): Engine;
  find(name: string): Engine | undefined;
  list(): readonly Engine[];
}

/** What is known of a call when its way is chosen. */
export interface RouteQuestion {
  readonly model: string | undefined;
  /** From the header `X-ABP-Engine`. */
  readonly engine: string | undefined;
  readonly caller: Caller;
}

/** Where a call goes. */
export interface Destination {
  readonly engine: Engine;
  /** The model to ask for in place of the caller's. */
  readonly model: string | undefined;
  readonly mode: CompatibilityMode | undefined;
  /** Engines to try in order when this one fails before it answered. */
  readonly fallback: readonly Engine[];
}

/** Chooses where calls go; the same question always has the same answer. */
export interface Router {
  /** Throws `engine_not_found`, `access_denied` or `model_not_routed`. */
  route(question: RouteQuestion): Destination | "auto";
}

const AUTO = "auto";

/** Makes a router from the routes, the engines' own models and the default. */
export function openRouter(
  routes: Readonly<Record<string, Route>>,
  engines: EngineDirectory,
  defaultEngine: string | undefined,
): Router {
  const exact = new Map<string, Route>();
  const patterns: { readonly glob: Glob; readonly route: Route }[] = [];
  for (const [name, route] of Object.entries(routes)) {
    const fallbacks = readFallbacks(route.fallback ?? []).map((one) => one.engine);
    for (const engine of [route.engine, ...fallbacks]) {
      if (engine !== AUTO && engines.find(engine) === undefined)
        throw unknownEngine(`routes.${name}`, engine);
    }
    for (const model of route.models) {
      if (/[*?[\]{}!]/.test(model)) patterns.push({ glob: compileGlob(model), route });
      else if (!exact.has(model)) exact.set(model, route);
    }
  }
  if (defaultEngine !== undefined && defaultEngine !== AUTO && engines.find(defaultEngine) === undefined) {
    throw unknownEngine("default_engine", defaultEngine);
  }
  const served = engines
    .list()
    .flatMap((engine) => engine.models.map((model) => ({ glob: compileGlob(model), engine })));
  const known = new Map<string, Destination | "auto">();

  const toEngine = (engine: Engine, route?: Route): Destination => ({
    engine,
    model: route?.model,
    mode: route?.mode,
    fallback: readFallbacks(route?.fallback ?? engine.fallback).map((one) => engines.get(one.engine)),
  });

  const byModel = (model: string): Destination | "auto" | undefined => {
    const route = exact.get(model) ?? patterns.find(({ glob }) => glob.matches(model))?.route;
    if (route !== undefined) return route.engine === AUTO ? AUTO : toEngine(engines.get(route.engine), route);
    const own = served.find(({ glob }) => glob.matches(model))?.engine;
    if (own !== undefined) return toEngine(own);
    const vendor = toVendor(model, engines);
    return vendor === undefined ? undefined : { ...toEngine(vendor.engine), model: vendor.model };
  };

  const byDefault = (): Destination | "auto" | undefined => {
    if (defaultEngine === AUTO) return AUTO;
    if (defaultEngine !== undefined) return toEngine(engines.get(defaultEngine));
    const [only, second] = engines.list();
    return only !== undefined && second === undefined ? toEngine(only) : undefined;
  };

  return {
    route: ({ model, engine, caller }) => {
      const destination = engine === undefined ? remembered(model) : named(engine);
      if (destination !== AUTO && !caller.mayUse(destination.engine.name)) {
        throw new AbpError(
          "access_denied",
          `the key ${caller.name} may not use the engine ${destination.engine.name}`,
        );
      }
      return destination;
    },
  };

  function named(name: string): Destination | "auto" {
    return name === AUTO ? AUTO : toEngine(engines.get(name));
  }

  function remembered(model: string | undefined): Destination | "auto" {
    const key = model ?? "";
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = (model === undefined ? undefined : byModel(model)) ?? byDefault();
    if (found === undefined) {
      const what = model === undefined ? "a call that names no model" : `the model ${JSON.stringify(model)}`;
      throw new AbpError("model_not_routed", `no engine is configured for ${what}`, { where: "$.model" });
    }
    // Callers choose the names, so the memory must have an end.
    if (known.size >= MEMORY_LIMIT) known.clear();
    known.set(key, found);
    return found;
  }
}

const MEMORY_LIMIT = 1000;

// `anthropic/claude-…`, or a name that the catalogue knows, goes to the engine of that vendor.
function toVendor(model: string, engines: EngineDirectory): { engine: Engine; model?: string } | undefined {
  const slash = model.indexOf("/");
  if (slash > 0) {
    const provider = canonicalProvider(model.slice(0, slash));
    const engine = engines.list().find((one) => canonicalProvider(one.provider) === provider);
    if (engine !== undefined) return { engine, model: model.slice(slash + 1) };
  }
  const engine = engines.list().find((one) => findModel(one.provider, model) !== undefined);
  return engine === undefined ? undefined : { engine };
}

function unknownEngine(where: string, engine: string): AbpError {
  return new AbpError(
    "config_invalid",
    `${where} names the engine ${JSON.stringify(engine)}, which is not configured`,
    {
      where,
    },
  );
}
