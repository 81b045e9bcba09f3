import { AbpError } from "../../contract/index.ts";
import { withModels } from "../enforcement/call-policy.ts";
import type { Caller } from "../exchange/caller.ts";
import type { RunAccountRequest, RunModels } from "./gateway-account.ts";
import { type BindingContext, exactly, findRoute, RunTargets } from "./run-targets.ts";

/**
 * The caller of a run: it may use the run's engine with its fallbacks, and call the run's models under their own names and under
 * those that their routes give them, as far as the key might before. Each model goes to the engines that the router gives for it.
 * Throws if the engine is not configured, and `model_not_routed` if neither a model nor an engine binds the run.
 */
export function bindRun(
  caller: Caller,
  { engine, models, dialect }: Pick<RunAccountRequest, "engine" | "models" | "dialect">,
  context: BindingContext,
): Caller {
  if (engine === undefined && models === undefined) return caller;
  const own = engine === undefined ? {} : { engine };
  if (models === undefined || models.names.length + models.patterns.length === 0) {
    const engines = enginesForAny(engine, context);
    return { ...caller, ...own, mayUse: (name) => engines.has(name) && caller.mayUse(name) };
  }
  const targets = new RunTargets({ engine, models, dialect }, context);
  const all = new Set(targets.all.map((target) => target.engine));
  const mayUse = (name: string, model?: string) =>
    (model === undefined ? all : targets.enginesFor(model)).has(name) && caller.mayUse(name, model);
  return { ...caller, ...own, mayUse, policies: bindModels(caller, models, targets) };
}

/** The engines of a run that may call any model. There has to be one engine that the models do not decide. */
function enginesForAny(engine: string | undefined, { router }: BindingContext): ReadonlySet<string> {
  const choice = findRoute(router, undefined, engine);
  if (choice?.engine === undefined) {
    throw new AbpError(
      "model_not_routed",
      "the run names no model, its agent has none of its own, and no single engine is set for its calls",
      {
        where: "default_engine",
        advice:
          "Name the engine of the run with `--engine` or its model with `-m`, set `default_engine` to an engine, or name the model in `env` or `args` of the backend.",
      },
    );
  }
  return new Set([choice.engine.name, ...choice.fallback.map((one) => one.engine)]);
}

function bindModels({ policies }: Caller, models: RunModels, targets: RunTargets): Caller["policies"] {
  const resolved = targets.all.map((target) => target.model).filter((name) => name !== undefined);
  const names = [...models.names, ...resolved].map(exactly);
  const patterns = [...new Set([...names, ...models.patterns])];
  // Some requests of Google's dialect name a model as a resource.
  return withModels(policies, "run.", [...patterns, ...patterns.map((one) => `models/${one}`)]);
}
