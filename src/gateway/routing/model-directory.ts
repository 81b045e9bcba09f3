import { AbpError, checkModelName } from "../../contract/index.ts";
import type { Dialect, ListedModel } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import { findModel } from "../../negotiation/index.ts";
import { callPolicyOf } from "../enforcement/call-policy.ts";
import { judgeModel, judgeTarget } from "../enforcement/plan-decisions.ts";
import type { Admission } from "../exchange/admission.ts";
import type { Caller } from "../exchange/caller.ts";
import type { PlainResponse } from "../exchange/plain-response.ts";
import { plainJson } from "../plain-answers/error-answer.ts";
import { hasAutoEngine, hasModel } from "./auto-engine.ts";
import type { EngineDirectory, Route, RouteChoice, Router } from "./router.ts";

/** How long an engine's list is cached. */
const CACHE_MS = 60_000;
/** An engine that does not answer in this time is listed with its configured models only. */
const LIST_TIMEOUT_MS = 3000;

interface CachedList {
  readonly at: number;
  readonly models: Promise<readonly ListedModel[]>;
}

/** Lists the models that a caller may call: those of the routes and of the engines, without those that its key may not use. */
export class ModelDirectory {
  readonly #engines: EngineDirectory;
  readonly #router: Router;
  readonly #aliases: readonly ListedModel[];
  readonly #now: () => number;
  readonly #cache = new Map<string, CachedList>();

  constructor(
    engines: EngineDirectory,
    router: Router,
    routes: Readonly<Record<string, Route>>,
    now: () => number,
  ) {
    this.#engines = engines;
    this.#router = router;
    this.#now = now;
    const names = Object.values(routes).flatMap(({ models }) => models.filter(isPlainName));
    this.#aliases = [...new Set(names)].map((id) => ({ id }));
  }

  /** The list in the caller's dialect. */
  async list(admission: Admission): Promise<PlainResponse> {
    return plainJson(200, admission.recognised.dialect.writeModels(await this.#models(admission)));
  }

  /** One model in the caller's dialect. */
  async get(admission: Admission): Promise<PlainResponse> {
    const { dialect, parameters } = admission.recognised;
    const id = checkModelName(parameters["model"] ?? parameters["id"] ?? "", "model in the path");
    const found =
      (await this.#models(admission)).find((model) => model.id === id || model.id === `models/${id}`) ??
      (await this.#unlisted(admission, id));
    if (found === undefined)
      throw new AbpError("backend_model_not_found", `no engine lists the model ${JSON.stringify(id)}`);
    return plainJson(200, dialect.writeModel(found));
  }

  // A route, a pattern or a default model may lead to models that no engine lists.
  async #unlisted({ caller, head, recognised }: Admission, id: string): Promise<ListedModel | undefined> {
    const named = findHeader(head.headers, "x-abp-engine") ?? caller.engine;
    const choice = id === "" ? undefined : this.#tryChoice(caller, recognised.dialect, id, named);
    if (choice === undefined) return undefined;
    const isRouted = named === undefined && choice.isDefault !== true;
    if (isRouted) return { id };
    const engines = choice.engine === undefined ? this.#engines.list() : [choice.engine];
    for (const engine of engines) {
      if (caller.mayUse(engine.name, id) && (await this.#mayHave(engine, id))) return { id };
    }
    return undefined;
  }

  // An engine that lists its models has no others than those that are configured or known of its vendor.
  async #mayHave(engine: Engine, id: string): Promise<boolean> {
    if (engine.defaultModel === id || findModel(engine.provider, id) !== undefined) return true;
    if (!hasModel(engine, id)) return false;
    return engine.isSimulated || engine.models.length > 0 || (await this.#listOf(engine)).length === 0;
  }

  async #models({ caller, head, recognised }: Admission): Promise<readonly ListedModel[]> {
    const asked = findHeader(head.headers, "x-abp-engine");
    // The key of a run may use the fallbacks of its engine as well.
    const engines = (
      asked === undefined || asked === "auto" ? this.#engines.list() : [this.#engines.get(asked)]
    ).filter((engine) => caller.mayUse(engine.name));
    const named = asked ?? caller.engine;
    const lists = await Promise.all(engines.map((engine) => this.#listOf(engine)));
    const listed = [
      ...(named === undefined ? this.#aliases : []).map((model) => ({ model, engine: undefined })),
      ...lists.flatMap((list, at) => list.map((model) => ({ model, engine: engines[at] }))),
    ];
    const all = new Map<string, ListedModel>();
    for (const { model, engine } of listed) {
      if (all.has(model.id)) continue;
      if (this.#mayCall(caller, recognised.dialect, model.id, named, engine)) all.set(model.id, model);
    }
    return [...all.values()];
  }

  /**
   * Whether the caller may call a model and the call reaches the engine that lists it, which is undefined for the name of a route. The
   * router decides: a call need not go to that engine, and another one need not have the model.
   */
  #mayCall(
    caller: Caller,
    dialect: Dialect,
    id: string,
    named: string | undefined,
    lister: Engine | undefined,
  ): boolean {
    const model = id.replace(/^models\//, "");
    try {
      const choice = this.#choiceOf(caller, dialect, model, named);
      if (choice === undefined) return false;
      if (lister === undefined || choice.engine === undefined || choice.engine === lister) return true;
      // The models of a run name what its engine and its fallbacks have.
      return caller.engine !== undefined && choice.fallback.some(({ engine }) => engine === lister.name);
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      // Without a route, a call that names the engine still reaches it.
      return error.code === "model_not_routed" && isAllowed(caller, model, undefined);
    }
  }

  #tryChoice(caller: Caller, dialect: Dialect, model: string, named: string | undefined) {
    try {
      return this.#choiceOf(caller, dialect, model, named);
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      return undefined;
    }
  }

  /** The route of calls of a model; undefined if the key may not call it. Throws as the router. */
  #choiceOf(
    caller: Caller,
    dialect: Dialect,
    model: string,
    named: string | undefined,
  ): RouteChoice | undefined {
    const choice = this.#router.route({ model, engine: named, caller });
    if (!isAllowed(caller, model, choice)) return undefined;
    const hasEngine =
      choice.engine !== undefined ||
      hasAutoEngine(this.#engines, caller, dialect, model, choice.model ?? model);
    return hasEngine ? choice : undefined;
  }

  #listOf(engine: Engine): Promise<readonly ListedModel[]> {
    const known = this.#cache.get(engine.name);
    if (known !== undefined && this.#now() - known.at < CACHE_MS) return known.models;
    const configured = engine.models.filter(isPlainName).map((id) => ({ id }));
    const models = engine.listModels(AbortSignal.timeout(LIST_TIMEOUT_MS)).then(
      (listed) => [...configured, ...listed],
      // An engine that fails to answer still has its configured models.
      () => configured,
    );
    this.#cache.set(engine.name, { at: this.#now(), models });
    return models;
  }
}

// A model that the policy denies would be refused, so it is not offered.
function isAllowed({ policies }: Caller, model: string, choice: RouteChoice | undefined): boolean {
  const policy = callPolicyOf(policies, choice?.route);
  if (policy === undefined) return true;
  if (judgeModel(policy, model, "") !== undefined) return false;
  const { engine } = choice ?? {};
  return engine === undefined || judgeTarget(policy, { engine, model: choice?.model }, "") === undefined;
}

function isPlainName(model: string): boolean {
  return !/[*?[\]{}!]/.test(model);
}
