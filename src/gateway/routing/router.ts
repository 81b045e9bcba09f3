import {
  AbpError,
  type CompatibilityMode,
  settingError,
  settingIssuesOf,
  settingsError,
} from "../../contract/index.ts";
import { type Engine, type Fallback, type FallbackSetting, readFallbacks } from "../../engines/index.ts";
import { BoundedCache, compileGlob, type Glob } from "../../lib/index.ts";
import { canonicalProvider, findModel } from "../../negotiation/index.ts";
import type { Caller } from "../exchange/caller.ts";

/** One route, as `[routes.<name>]` describes it. */
export interface Route {
  readonly models: readonly string[];
  readonly engine: string;
  readonly model?: string | undefined;
  readonly mode?: CompatibilityMode | undefined;
  readonly allow_loss?: readonly string[] | undefined;
  readonly fallback?: readonly FallbackSetting[] | undefined;
}

interface NamedRoute extends Route {
  readonly name: string;
}

/** The engines that a router chooses among. */
export interface EngineDirectory {
  get(name: string): Engine;
  find(name: string): Engine | undefined;
  list(): readonly Engine[];
}

/** What the route of a call depends on. */
export interface RouteQuestion {
  readonly model: string | undefined;
  /** From the header `X-ABP-Engine`. */
  readonly engine: string | undefined;
  readonly caller: Pick<Caller, "name" | "mayUse">;
  /** The id of the caller's dialect, if a default engine may depend on it. */
  readonly dialect?: string;
}

/** The route that a call takes. */
export interface RouteChoice {
  /** The name of the route for the model, whose policy applies; undefined if there is none. */
  readonly route: string | undefined;
  /** Undefined for `auto`: the request itself decides. */
  readonly engine: Engine | undefined;
  /** The model to request in place of the caller's. */
  readonly model: string | undefined;
  readonly mode: CompatibilityMode | undefined;
  /** The losses that its strict mode discloses; undefined if the route has no list of its own. */
  readonly allowLoss?: readonly string[] | undefined;
  /** Whether nothing but the default engine decided, which may not have the model. */
  readonly isDefault?: boolean;
  /** The engines to try in order when the first one fails before the caller received anything. */
  readonly fallback: readonly Fallback[];
}

/** Chooses the route of a call. The same question always has the same answer. */
export interface Router {
  /** Throws `engine_not_found`, `access_denied` or `model_not_routed`. */
  route(question: RouteQuestion): RouteChoice;
}

const AUTO = "auto";

/**
 * Opens a router on the routes, the engines' own models and the default engine. `speaking` names the engine that takes the place of
 * the default one for callers of a dialect, by its id, if the key may use it.
 */
export function openRouter(
  routes: Readonly<Record<string, Route>>,
  engines: EngineDirectory,
  defaultEngine: string | undefined,
  speaking: ReadonlyMap<string, string> = new Map(),
): Router {
  const exact = new Map<string, NamedRoute>();
  const patterns: { readonly glob: Glob; readonly route: NamedRoute }[] = [];
  checkTargets(routes, defaultEngine, (name) => engines.find(name) !== undefined);
  for (const [name, settings] of Object.entries(routes)) {
    const route = { ...settings, name };
    for (const model of route.models) {
      if (/[*?[\]{}!]/.test(model)) patterns.push({ glob: compileGlob(model), route });
      else if (!exact.has(model)) exact.set(model, route);
    }
  }
  const served = engines
    .list()
    .flatMap((engine) => engine.models.map((model) => ({ glob: compileGlob(model), engine })));
  const cache = new BoundedCache<RouteChoice>(CACHE_LIMITS);

  const routeOf = (model: string): NamedRoute | undefined =>
    exact.get(model) ?? patterns.find(({ glob }) => glob.matches(model))?.route;

  const toEngine = (engine: Engine, model?: string): RouteChoice => ({
    route: undefined,
    engine,
    model,
    mode: undefined,
    fallback: engine.fallback,
  });

  const byRoute = (route: NamedRoute): RouteChoice => {
    const { name, engine, model, mode, fallback, allow_loss: allowLoss } = route;
    const first = engine === AUTO ? undefined : engines.get(engine);
    return {
      route: name,
      engine: first,
      model,
      mode,
      ...(allowLoss === undefined ? {} : { allowLoss }),
      fallback: fallback === undefined ? (first?.fallback ?? []) : readFallbacks(fallback),
    };
  };

  const byName = (name: string): RouteChoice => (name === AUTO ? ANY_ENGINE : toEngine(engines.get(name)));

  const byModel = (model: string): RouteChoice | undefined => {
    const route = routeOf(model);
    if (route !== undefined) return byRoute(route);
    const own = served.find(({ glob }) => glob.matches(model))?.engine;
    if (own !== undefined) return toEngine(own);
    const vendor = findVendorEngine(model, engines);
    return vendor === undefined ? undefined : toEngine(vendor.engine, vendor.model);
  };

  const byDefault = (): RouteChoice | undefined => {
    if (defaultEngine !== undefined) return byName(defaultEngine);
    const [only, second] = engines.list();
    return only !== undefined && second === undefined ? toEngine(only) : undefined;
  };

  const byCache = (model: string | undefined): RouteChoice => {
    const key = model ?? "";
    const before = cache.get(key);
    if (before !== undefined) return before;
    const byName = model === undefined ? undefined : byModel(model);
    const preset = byName === undefined ? byDefault() : undefined;
    const found = byName ?? (preset === undefined ? undefined : { ...preset, isDefault: true });
    if (found === undefined) {
      const what = model === undefined ? "a call that names no model" : `the model ${JSON.stringify(model)}`;
      throw new AbpError("model_not_routed", `no engine is configured for ${what}`, { where: "$.model" });
    }
    cache.set(key, found);
    return found;
  };

  const bySpeech = (choice: RouteChoice, { dialect, caller, model }: RouteQuestion): RouteChoice => {
    if (speaking.size === 0 || choice.isDefault !== true || dialect === undefined) return choice;
    const name = speaking.get(dialect);
    const engine = name === undefined || !caller.mayUse(name, model) ? undefined : engines.find(name);
    return engine === undefined ? choice : { ...choice, engine, fallback: engine.fallback };
  };

  return {
    route: (question) => {
      const { model, engine, caller } = question;
      // A caller that names the engine does not thereby leave the policy of its model's route.
      const choice =
        engine === undefined
          ? bySpeech(byCache(model), question)
          : withRoute(byName(engine), model === undefined ? undefined : routeOf(model)?.name);
      if (choice.engine !== undefined && !caller.mayUse(choice.engine.name, model)) {
        throw new AbpError(
          "access_denied",
          `the key ${caller.name} may not use the engine ${choice.engine.name}`,
        );
      }
      return choice;
    },
  };
}

function withRoute(choice: RouteChoice, route: string | undefined): RouteChoice {
  return route === undefined ? choice : { ...choice, route };
}

/** Callers choose the names. */
const CACHE_LIMITS = { maxEntries: 1000, maxBytes: 1024 * 1024 };
const ANY_ENGINE: RouteChoice = {
  route: undefined,
  engine: undefined,
  model: undefined,
  mode: undefined,
  fallback: [],
};

// `anthropic/claude-…`, or a name that the catalogue knows, goes to the engine of that vendor.
function findVendorEngine(
  model: string,
  engines: EngineDirectory,
): { readonly engine: Engine; readonly model?: string } | undefined {
  const slash = model.indexOf("/");
  if (slash > 0) {
    const provider = canonicalProvider(model.slice(0, slash));
    const engine = engines.list().find((one) => canonicalProvider(one.provider) === provider);
    if (engine !== undefined) return { engine, model: model.slice(slash + 1) };
  }
  const engine = engines.list().find((one) => findModel(one.provider, model) !== undefined);
  return engine === undefined ? undefined : { engine };
}

/** Throws `config_invalid` with every route and default that names an engine which does not exist. */
export function checkTargets(
  routes: Readonly<Record<string, Route>>,
  defaultEngine: string | undefined,
  exists: (engine: string) => boolean,
): void {
  const named = Object.entries(routes).flatMap(([name, { engine, fallback = [] }]) => [
    { path: ["routes", name, "engine"], engine },
    ...readFallbacks(fallback).map((one, item) => ({
      path: ["routes", name, "fallback"],
      engine: one.engine,
      item,
    })),
  ]);
  const all = [
    ...named,
    ...(defaultEngine === undefined ? [] : [{ path: ["default_engine"], engine: defaultEngine }]),
  ];
  const issues = all.flatMap(({ path, engine, ...at }) => {
    if (engine === AUTO || exists(engine)) return [];
    const message = `names the engine ${JSON.stringify(engine)}, which is not configured`;
    return settingIssuesOf(settingError(path, message, at));
  });
  if (issues.length > 0) throw settingsError(issues);
}
