import { AbpError } from "../../contract/index.ts";
import { BoundedCache, compileGlobSet, type GlobSet, listWitnesses } from "../../lib/index.ts";
import { modelCatalogue } from "../../negotiation/index.ts";
import { listCandidates } from "../routing/auto-engine.ts";
import type { EngineDirectory, Route, RouteChoice, Router } from "../routing/router.ts";
import type { RunAccountRequest, RunModels } from "./gateway-account.ts";

/** What the binding of a run depends on. */
export interface BindingContext {
  readonly engines: Pick<EngineDirectory, "list">;
  readonly router: Router;
  readonly routes: Readonly<Record<string, Pick<Route, "models">>>;
}

/** An engine that a call may go to. */
export interface RunTarget {
  readonly engine: string;
  /** The model to request in place of the one that was asked for. */
  readonly model: string | undefined;
}

type TargetQuestion = Pick<RunAccountRequest, "engine" | "dialect"> & { readonly models: RunModels };

const CACHE_LIMITS = { maxEntries: 100, maxBytes: 64 * 1024 };

/** The engines that the router gives the calls of a run, for each model that the run may call. */
export class RunTargets {
  readonly #question: TargetQuestion;
  readonly #context: BindingContext;
  readonly #names: ReadonlySet<string>;
  readonly #own: GlobSet;
  /** The models that the run may call, or one for all that are routed alike. */
  readonly #samples: readonly string[];
  readonly #engines = new BoundedCache<ReadonlySet<string>>(CACHE_LIMITS);

  /** Throws if the engine is not configured. */
  constructor(question: TargetQuestion, context: BindingContext) {
    this.#question = question;
    this.#context = context;
    this.#names = new Set(question.models.names);
    this.#own = compileGlobSet([...question.models.patterns]);
    this.#samples = [...new Set([...this.#names, ...this.#listOwn()])];
    this.all = this.#samples.flatMap((model) => this.#route(model));
  }

  readonly all: readonly RunTarget[];

  /** The engines for calls of a model. A model that the run may not call is refused as such, and not for its engine. */
  enginesFor(model: string): ReadonlySet<string> {
    const before = this.#engines.get(model);
    if (before !== undefined) return before;
    const found = this.#find(model);
    this.#engines.set(model, found);
    return found;
  }

  #find(asked: string): ReadonlySet<string> {
    const model = asked.replace(/^models\//, "");
    const isNamed = this.#names.has(model) || this.#own.matches(model);
    const targets = [
      ...(isNamed ? this.#route(model) : []),
      ...this.all.filter((target) => target.model === model),
    ];
    return new Set((isNamed || targets.length > 0 ? targets : this.all).map(({ engine }) => engine));
  }

  #route(model: string): RunTarget[] {
    const { engine, dialect } = this.#question;
    const choice = findRoute(this.#context.router, model, engine);
    if (choice === undefined) return [];
    const first =
      choice.engine === undefined
        ? listCandidates(
            this.#context.engines,
            choice.model ?? model,
            dialect === undefined ? undefined : { id: dialect },
          ).map((one) => ({ engine: one.engine.name, model: one.replacement ?? choice.model }))
        : [{ engine: choice.engine.name, model: choice.model }];
    return [
      ...first,
      ...choice.fallback.map((one) => ({ engine: one.engine, model: one.model ?? choice.model })),
    ];
  }

  /** Names that the patterns match: one for each way in which such a name can be routed. */
  #listOwn(): string[] {
    const { patterns } = this.#question.models;
    if (patterns.length === 0) return [];
    const { engines, routes } = this.#context;
    const routed = Object.values(routes).flatMap((route) => route.models);
    const known = modelCatalogue.models.flatMap(({ model, aliases }) => [model, ...aliases]);
    const globs = [
      // As the router reads them: a name without these characters is no pattern.
      ...routed.map((model) => (/[*?[\]{}!]/.test(model) ? model : exactly(model))),
      ...engines.list().flatMap(({ models }) => models),
    ];
    const names = [...routed, ...known].filter((name) => this.#own.matches(name));
    return [...names, ...listWitnesses(patterns, [...new Set(globs)])];
  }
}

/** The route of the calls of a run; undefined if none is configured. Throws if the engine is not configured. */
export function findRoute(
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
export function exactly(name: string): string {
  return name.replace(/[\\?*[\]{}!,]/g, "\\$&");
}
