import { AbpError } from "../../contract/index.ts";
import { type Dialect, dialects } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { GatewayContext } from "../context.ts";
import type { Admission, Recognised } from "../exchange/admission.ts";

/** The engine of a call that passes through. */
export interface EngineChoice {
  readonly engine: Engine;
  /** The route for the model, whose policy applies. */
  readonly route: string | undefined;
  /** The model to request in place of the caller's. */
  readonly model: string | undefined;
}

type ChoiceContext = Pick<GatewayContext, "engines" | "router">;

/** The engines that an endpoint can pass to: those of its dialect, and of other dialects of the same vendor that have it. */
export function fittingEngines(
  { engines }: Pick<GatewayContext, "engines">,
  recognised: Recognised,
): Engine[] {
  const fitting = fittingDialects(recognised);
  // A cloud serves only what is brought into its form.
  return engines.list().filter((engine) => engine.cloud === undefined && fitting.includes(engine.dialect));
}

/**
 * Chooses the engine: the one that the header names, the one that made the thing which the call is about, the one of the run, the one
 * of the model's route, the default, or the first that fits. Throws `access_denied` if the key may use none, and `route_not_found` if none
 * fits.
 */
export function chooseEngine(
  context: ChoiceContext,
  admission: Admission,
  model: string | undefined,
  keeper: string | undefined,
): EngineChoice {
  const { caller, head, recognised } = admission;
  const fitting = fittingEngines(context, recognised);
  const named = findHeader(head.headers, "x-abp-engine");
  const question = { model, caller };
  if (named !== undefined && named !== "auto") {
    const { engine, route } = context.router.route({ ...question, engine: named });
    if (engine === undefined || !fitting.includes(engine)) throw unfitEngine(recognised, named, engine);
    return { engine, route, model: undefined };
  }
  const usable = fitting.filter(({ name }) => caller.mayUse(name, model));
  const kept =
    usable.find(({ name }) => name === keeper) ?? usable.find(({ name }) => name === caller.engine);
  if (kept !== undefined) {
    const { route } = context.router.route({ ...question, engine: kept.name });
    return { engine: kept, route, model: undefined };
  }
  const routed = routeOf(context, question);
  if (routed?.engine !== undefined && usable.includes(routed.engine)) {
    return { engine: routed.engine, route: routed.route, model: routed.model };
  }
  if (routed?.route !== undefined && routed.engine !== undefined)
    throw unfitEngine(recognised, routed.engine.name, routed.engine);
  const first = usable.find(({ isSimulated }) => !isSimulated) ?? usable[0];
  if (first !== undefined) return { engine: first, route: routed?.route, model: undefined };
  if (fitting.length > 0) {
    throw new AbpError(
      "access_denied",
      `the key ${caller.name} may use none of the engines of ${titlesOf(recognised)}`,
    );
  }
  throw noEngine(recognised);
}

/** The dialects whose engines an endpoint can pass to, each once. */
function titlesOf(recognised: Recognised): string {
  return [...new Set(fittingDialects(recognised).map(({ title }) => title))].join(" or ");
}

function routeOf(
  { router }: ChoiceContext,
  question: { model: string | undefined; caller: Admission["caller"] },
) {
  try {
    return router.route({ ...question, engine: undefined });
  } catch (error) {
    // The engine of the model may be one that the key may not use, or there is no route. Another one of the dialect may serve.
    if (AbpError.is(error) && (error.code === "model_not_routed" || error.code === "access_denied"))
      return undefined;
    throw error;
  }
}

function fittingDialects({ dialect, alternatives, endpoint }: Recognised): readonly Dialect[] {
  const siblings = dialects.filter(
    (one) =>
      one.modelPrefix === dialect.modelPrefix &&
      one.endpoints.some(({ path, operation }) => operation === endpoint.operation && path === endpoint.path),
  );
  return [dialect, ...siblings, ...alternatives];
}

function unfitEngine(recognised: Recognised, name: string, engine: Engine | undefined): AbpError {
  const reason =
    engine?.cloud === undefined ? `${name} is none` : `${name} is one of a cloud, which has no such endpoint`;
  return new AbpError(
    "route_not_found",
    `${withoutQuery(recognised.path)} passes through only to an engine of ${titlesOf(recognised)}, and ${reason}`,
    { advice: "Name another engine with `X-ABP-Engine`; `abp engines` lists their dialects." },
  );
}

function noEngine(recognised: Recognised): AbpError {
  const ids = [...new Set(fittingDialects(recognised).map(({ id }) => `\`dialect = "${id}"\``))];
  return new AbpError(
    "route_not_found",
    `${withoutQuery(recognised.path)} passes through only to an engine of ${titlesOf(recognised)}, and none is configured`,
    { advice: `Add an engine with ${ids.join(" or ")} to backplane.toml.` },
  );
}

function withoutQuery(path: string): string {
  return path.split("?", 1)[0]!;
}
