import { AbpError } from "../../contract/index.ts";
import { compileGlobSet } from "../../lib/index.ts";
import { withModels } from "../enforcement/call-policy.ts";
import type { Caller } from "../exchange.ts";
import { findRequestable } from "../routing/auto-engine.ts";
import type { EngineDirectory, Route, RouteChoice, Router } from "../routing/router.ts";
import type { RunAccountRequest, RunModels } from "./gateway-account.ts";

/** What the binding of a run depends on. */
export interface BindingContext {
  readonly engines: Pick<EngineDirectory, "list">;
  readonly router: Router;
  readonly routes: Readonly<Record<string, Pick<Route, "models">>>;
}

/** The route of one model that the run may call. */
interface RoutedModel {
  readonly model: string | undefined;
  readonly choice: RouteChoice;
}

/**
 * The caller of a run: it may use the run's engine with its fallbacks, and call the run's models under their own names and under
 * those that their routes give them, as far as the key might before. Throws where the engine is not configured.
 */
export function bindRun(
  caller: Caller,
  { engine, models }: Pick<RunAccountRequest, "engine" | "models">,
  context: BindingContext,
): Caller {
  if (engine === undefined && models === undefined) return caller;
  const named =
    models === undefined || models.names.length + models.patterns.length === 0 ? undefined : models;
  const routed = routesOf(named ?? ANY_MODEL, engine, context);
  // Where any model may be called and none has a default, the routes of the models decide alone.
  const bound = named === undefined && routed.length === 0 ? caller : bindEngines(caller, engine, routed);
  return named === undefined ? bound : { ...bound, policies: bindModels(caller, named, routed, context) };
}

const ANY_MODEL: RunModels = { names: [], patterns: [] };

function bindEngines(caller: Caller, engine: string | undefined, routed: readonly RoutedModel[]): Caller {
  // The request itself decides about `auto`.
  if (routed.some(({ choice }) => choice.engine === undefined)) return caller;
  const own = new Set(
    routed.flatMap(({ choice }) => [choice.engine!.name, ...choice.fallback.map((one) => one.engine)]),
  );
  const mayUse = (name: string) => own.has(name) && caller.mayUse(name);
  return { ...caller, mayUse, ...(engine === undefined ? {} : { engine }) };
}

function bindModels(
  { policies }: Caller,
  models: RunModels,
  routed: readonly RoutedModel[],
  { engines }: BindingContext,
): Caller["policies"] {
  const resolved = routed.flatMap(({ model, choice }) => [
    choice.model,
    ...choice.fallback.map((fallback) => fallback.model),
    ...(choice.engine === undefined
      ? engines.list().map((one) => findRequestable(one, choice.model ?? model)?.replacement)
      : []),
  ]);
  const names = [...models.names, ...resolved].filter((name) => name !== undefined).map(exactly);
  const patterns = [...new Set([...names, ...models.patterns])];
  // Some requests of Google's dialect name a model as a resource.
  return withModels(policies, "run.", [...patterns, ...patterns.map((one) => `models/${one}`)]);
}

/** The routes of the models that a run may call. Without models: the route of a call whose model decides nothing. */
function routesOf(
  models: RunModels,
  engine: string | undefined,
  { engines, router, routes }: BindingContext,
): RoutedModel[] {
  const own = compileGlobSet([...models.patterns]);
  // The text of a pattern stands for the models that the pattern matches.
  const listed = [
    ...Object.values(routes).flatMap((route) => route.models),
    ...engines.list().flatMap((one) => one.models),
  ];
  const wanted = new Set([...models.names, ...listed.filter((entry) => own.matches(entry))]);
  const asked = wanted.size === 0 ? [undefined] : [...wanted];
  return asked.flatMap((model) => {
    const choice = findRoute(router, model, engine);
    return choice === undefined ? [] : [{ model, choice }];
  });
}

function findRoute(
  router: Router,
  model: string | undefined,
  engine: string | undefined,
): RouteChoice | undefined {
  try {
    return router.route({ model, engine, caller: { name: "run", mayUse: () => true } });
  } catch (error) {
    if (AbpError.is(error) && error.code === "model_not_routed") return undefined;
    throw error;
  }
}

/** The pattern that matches one name only. */
function exactly(name: string): string {
  return name.replace(/[\\?*[\]{}!,]/g, "\\$&");
}
