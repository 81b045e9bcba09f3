import { type AgentConnection, spokenDialects } from "../../agents/index.ts";
import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import { type Engine, openEngines } from "../../engines/index.ts";
import { defaultEngineOf, enginesOf, openRouter, type RouteChoice } from "../../gateway/index.ts";
import { compileGlobSet } from "../../lib/index.ts";
import { canonicalProvider } from "../../negotiation/index.ts";

/** The engine and the model for an agent's calls. */
export interface AgentCalls {
  /** The engine that its calls name; undefined if the models' names decide. */
  readonly engine: string | undefined;
  /** The dialect of the engine that the calls of its main model go to, if it is known. */
  readonly dialect: string | undefined;
  /** Undefined if the agent uses its own models. */
  readonly model: string | undefined;
  /** Where engine and model come from, for those that the user did not name. */
  readonly notices: readonly string[];
}

/** What the user said about an agent's calls. */
export interface CallsQuestion {
  readonly engine: string | undefined;
  readonly model: string | undefined;
}

type Model = Pick<AgentCalls, "model" | "notices">;

/** The route of a call for a model, or of one that names none. */
type RouteOf = (model: string | undefined) => RouteChoice;

/**
 * Chooses the engine and the model of an agent whose calls go through this configuration. If all engines are simulated and
 * neither the user nor the configuration chose one, it is one that speaks the agent's dialect. Without a model of the user's,
 * the engine's `default_model` is used, unless the agent's own models are served: by its own vendor, by a route or by a list of
 * models. Throws `usage_invalid` if the agent's own models would go to another vendor, and if it needs a model and there is none.
 */
export async function chooseAgentCalls(
  tool: AgentConnection,
  question: CallsQuestion,
  config: Config,
  env: Readonly<Record<string, string | undefined>>,
): Promise<AgentCalls> {
  const settings = enginesOf(config);
  const engines = openEngines(settings, { env });
  try {
    const { model: named } = question;
    // As the gateway does: a named engine gets all calls, whatever the routes say.
    const routes = question.engine === undefined ? config.routes : {};
    const router = openRouter(routes, engines, defaultEngineOf(config));
    const caller = { name: "owner", mayUse: () => true };
    const main = named ?? tool.ownModels?.[0];
    const before = tryRoute(() => router.route({ model: main, engine: question.engine, caller }));
    const own =
      question.engine === undefined
        ? speakingEngine(tool, config, candidatesFor(main, engines.list(), before), before)
        : undefined;
    const engine = question.engine ?? own?.name;
    const routeOf: RouteOf = (model) => router.route({ model, engine, caller });
    const takesAnyModel = ({ name, isSimulated, defaultModel }: Engine) =>
      isSimulated && defaultModel === undefined && settings[name]?.strict !== true;
    const { model, notices } =
      named === undefined ? judgeModel(tool, routeOf, takesAnyModel) : { model: named, notices: [] };
    return {
      engine,
      dialect: tryRoute(() => routeOf(model ?? main))?.engine?.dialect.id,
      model,
      notices: own === undefined ? notices : [saysEngine(tool, own), ...notices],
    };
  } finally {
    await engines.close();
  }
}

// The call itself says what is wrong with its route.
function tryRoute(route: () => RouteChoice): RouteChoice | undefined {
  try {
    return route();
  } catch (error) {
    if (AbpError.is(error)) return undefined;
    throw error;
  }
}

/**
 * The simulated engine that speaks a dialect of the agent's; undefined if there is none, if the engine of the route does so, or
 * if the configuration chose. A translation between simulated engines would only refuse what the agent needs.
 */
function speakingEngine(
  tool: AgentConnection,
  config: Config,
  engines: readonly Engine[],
  choice: RouteChoice | undefined,
): Engine | undefined {
  const isChosen = config.default_engine !== undefined || choice?.route !== undefined;
  if (isChosen || !engines.every(({ isSimulated }) => isSimulated)) return undefined;
  const spoken = spokenDialects(tool);
  if (spoken.some((dialect) => choice?.engine?.dialect.id === dialect)) return undefined;
  return spoken.flatMap((dialect) => engines.find((engine) => engine.dialect.id === dialect) ?? [])[0];
}

/** The engines that may get the calls: those that list the model, if one of them was routed to for it. */
function candidatesFor(
  model: string | undefined,
  engines: readonly Engine[],
  choice: RouteChoice | undefined,
): readonly Engine[] {
  if (choice === undefined || choice.isDefault === true || model === undefined) return engines;
  return engines.filter(({ models }) => compileGlobSet([...models]).matches(model));
}

function saysEngine(tool: AgentConnection, engine: Engine): string {
  return `${tool.title} calls the simulated engine ${engine.name}, which speaks its dialect; --engine names another one`;
}

/** Judges the routes of the models that an agent asks for by itself. Throws as `chooseAgentCalls` does. */
function judgeModel(
  tool: AgentConnection,
  routeOf: RouteOf,
  takesAnyModel: (engine: Engine) => boolean,
): Model {
  const none: Model = { model: undefined, notices: [] };
  const { vendor, needsModel, ownModels = [] } = tool;
  if (vendor === undefined && !needsModel) return none;
  const wanted = ownModels.length === 0 ? [undefined] : ownModels;
  const routes = wanted.map((model) => ({ model, choice: findRoute(tool, routeOf, model) }));
  const foreign = routes.find(({ model, choice }) => !isServed(vendor, model, choice, takesAnyModel));
  if (foreign === undefined && !needsModel) return none;
  const first = routes[0]!;
  // The user mapped the main model, so a default of ours must not undo that.
  if (foreign !== undefined && foreign !== first && !needsModel) throw notServed(tool, foreign);
  const { engine, model: mapped } = first.choice;
  if (mapped !== undefined && first.model !== undefined)
    return explain(tool, first.model, "which a route maps");
  const model = engine?.defaultModel;
  if (model !== undefined) return explain(tool, model, `the default of the engine ${engine?.name}`);
  const simulatedModel = tool.simulatedModel ?? (foreign === undefined ? first.model : undefined);
  if (simulatedModel !== undefined && engine?.isSimulated === true)
    return explain(tool, simulatedModel, `a name for the simulated engine ${engine.name}`);
  throw needsModel ? missingModel(tool, engine) : notServed(tool, first);
}

function findRoute(tool: AgentConnection, routeOf: RouteOf, model: string | undefined): RouteChoice {
  try {
    return routeOf(model);
  } catch (error) {
    if (!AbpError.is(error) || error.code !== "model_not_routed") throw error;
    if (tool.needsModel) throw missingModel(tool, undefined);
    throw new AbpError("usage_invalid", `no engine serves ${model}, which ${tool.title} asks for`, {
      where: "--engine",
      advice: "Name the engine for its calls with `--engine`; `abp engines` lists them.",
      cause: error,
    });
  }
}

// `auto` and a route of the user's take any name.
function isServed(
  vendor: string | undefined,
  model: string | undefined,
  { engine, route }: RouteChoice,
  takesAnyModel: (engine: Engine) => boolean,
): boolean {
  if (engine === undefined || route !== undefined || takesAnyModel(engine)) return true;
  const provider = engine.isSimulated ? engine.dialect.modelPrefix : engine.provider;
  if (vendor !== undefined && canonicalProvider(provider) === canonicalProvider(vendor)) return true;
  return model !== undefined && compileGlobSet([...engine.models]).matches(model);
}

function explain(tool: AgentConnection, model: string, source: string): Model {
  return { model, notices: [`${tool.title} uses the model ${model}, ${source}; -m names another one`] };
}

function notServed(
  tool: AgentConnection,
  { model, choice }: { readonly model: string | undefined; readonly choice: RouteChoice },
): AbpError {
  const name = choice.engine?.name ?? "auto";
  return new AbpError(
    "usage_invalid",
    `${tool.title} asks for ${model}, but its calls go to the engine ${name}, which is of another vendor`,
    {
      where: "--model",
      advice: `Name a model of that engine with \`-m\`, set \`default_model\` in \`[engines.${name}]\`, or add a route for ${model}.`,
    },
  );
}

function missingModel(tool: AgentConnection, engine: Engine | undefined): AbpError {
  const place = engine === undefined ? "an engine" : `\`[engines.${engine.name}]\``;
  return new AbpError("usage_invalid", `${tool.title} needs a model`, {
    where: "--model",
    advice: `Name the model to request from the engine, such as \`-m claude-sonnet-5-5\`, or set \`default_model\` in ${place}.`,
  });
}
