import { AbpError } from "../../contract/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { CallPolicy } from "../enforcement/call-policy.ts";
import type { PassedJudge } from "../enforcement/passed-judge.ts";
import { judgeNoModel, judgeTarget } from "../enforcement/plan-decisions.ts";
import type { Admission } from "../exchange/admission.ts";
import type { Router } from "../routing/router.ts";
import type { EngineChoice } from "./engine-choice.ts";

const WHERE = "$.model";

/** Which models a key may ask an engine for. */
export class ModelRights {
  readonly #router: Router;
  readonly #admission: Admission;
  readonly #choice: EngineChoice;
  readonly #judge: PassedJudge;
  /** The routes of the models that the call names. */
  readonly #routes = new Set<string | undefined>();

  /** Throws `policy_denied` if the key may not use the engine. */
  constructor(router: Router, admission: Admission, choice: EngineChoice, judge: PassedJudge) {
    this.#router = router;
    this.#admission = admission;
    this.#choice = choice;
    this.#judge = judge;
    this.#check(judge.policyOf(choice.route), undefined);
  }

  /** Whether a rule for models applies, so that every model has to be seen. */
  get judgesModels(): boolean {
    const { policies } = this.#judge;
    if (policies === undefined || !this.#runsModels) return false;
    return [policies.withoutRoute, ...policies.byRoute.values()].some((one) => one?.judgesModels === true);
  }

  /** Whether a rule for tools may apply, whatever models the call names. */
  get judgesTools(): boolean {
    const { policies } = this.#judge;
    if (policies === undefined) return false;
    return [policies.withoutRoute, ...policies.byRoute.values()].some((one) => one?.judgesTools === true);
  }

  /**
   * The policies with rules for tools: those of the models that were checked, or all of the key if the call names none, because
   * it may run any model.
   */
  get toolPolicies(): readonly CallPolicy[] {
    const routes = this.#routes.size === 0 ? this.#allRoutes : [this.#choice.route, ...this.#routes];
    const found = new Set(routes.map((route) => this.#judge.policyOf(route)));
    return [...found].filter((one) => one !== undefined).filter(({ judgesTools }) => judgesTools);
  }

  /** Throws `policy_denied` for a model that the key may not use. */
  check(model: string): void {
    const { engine, model: renamed } = this.#choice;
    const { route } = this.#router.route({ model, engine: engine.name, caller: this.#admission.caller });
    this.#routes.add(route);
    this.#check(this.#judge.policyOf(route), model);
    if (renamed !== undefined) this.#check(this.#judge.policyOf(route), renamed);
  }

  /**
   * Throws `policy_denied` if a rule for models applies to a call that names none. Requests in a file (`isInFile`) may go to any
   * route.
   */
  checkUnnamed(isInFile = false): void {
    if (!this.#runsModels) return;
    const routes = isInFile ? this.#allRoutes : [this.#choice.route];
    for (const route of routes) {
      const policy = this.#judge.policyOf(route);
      const denied = policy === undefined ? undefined : judgeNoModel(policy, WHERE);
      if (denied !== undefined) throw this.#judge.deny(denied);
    }
  }

  /** Throws `validation_failed` for a model that was seen after the engine was chosen, and whose route leads elsewhere. */
  checkRoute(model: string): void {
    const { caller, head } = this.#admission;
    if ((findHeader(head.headers, "x-abp-engine") ?? caller.engine) !== undefined) return;
    const { engine } = this.#choice;
    let routed: ReturnType<Router["route"]>;
    try {
      routed = this.#router.route({ model, engine: undefined, caller });
    } catch (error) {
      if (AbpError.is(error)) return;
      throw error;
    }
    if (routed.route === undefined || (routed.engine === engine && routed.model === undefined)) return;
    throw new AbpError(
      "validation_failed",
      `the route ${routed.route} of the model ${JSON.stringify(model)} cannot be followed: the body names the model too late`,
      { where: WHERE, advice: "Put `model` first in a JSON body, or name the engine with `X-ABP-Engine`." },
    );
  }

  get #allRoutes(): readonly (string | undefined)[] {
    return [this.#choice.route, undefined, ...(this.#judge.policies?.byRoute.keys() ?? [])];
  }

  get #runsModels(): boolean {
    const { endpoint } = this.#admission.recognised;
    const { passed, method } = endpoint;
    return passed?.access === "inference" || (passed?.runsModels === true && method === "POST");
  }

  #check(policy: CallPolicy | undefined, model: string | undefined): void {
    const { engine } = this.#choice;
    const denied = policy === undefined ? undefined : judgeTarget(policy, { engine, model }, WHERE);
    if (denied !== undefined) throw this.#judge.deny(denied);
  }
}
