import { describe, expect, it } from "vitest";
import { CallPolicies, callPolicyOf } from "../enforcement/call-policy.ts";
import { judgeModel } from "../enforcement/plan-decisions.ts";
import type { Caller } from "../exchange.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { testCaller } from "../fixtures/test-context.ts";
import { openRouter, type Route } from "../routing/router.ts";
import type { RunAccountRequest } from "./gateway-account.ts";
import { bindRun } from "./run-binding.ts";

const NAMES = ["main", "spare", "claude", "other"];
const engines = directoryOf(
  fakeEngine("main", "openai", { fallback: [{ engine: "spare", model: "spare-model" }], isSimulated: false }),
  fakeEngine("spare", "openai", { isSimulated: false }),
  fakeEngine("claude", "claude", { models: ["claude-*"], isSimulated: false }),
  fakeEngine("other", "openai", { models: ["plain"], isSimulated: false }),
);

/** What a run may use and call. */
function bind(
  request: Pick<RunAccountRequest, "engine" | "models">,
  routes: Readonly<Record<string, Route>> = {},
  defaultEngine?: string,
  caller: Caller = testCaller(),
) {
  const bound = bindRun(caller, request, {
    engines,
    router: openRouter(routes, engines, defaultEngine),
    routes,
  });
  return {
    engine: bound.engine,
    engines: NAMES.filter((name) => bound.mayUse(name)),
    calls: (...models: readonly string[]) =>
      models.filter((model) => {
        const policy = callPolicyOf(bound.policies, undefined);
        return policy === undefined || judgeModel(policy, model, "$.model") === undefined;
      }),
  };
}

const named = (...names: readonly string[]) => ({ names, patterns: [] });

describe("the binding of a run", () => {
  it("is none where neither an engine nor models are given", () => {
    const caller = testCaller();
    const context = { engines, router: openRouter({}, engines, undefined), routes: {} };
    expect(bindRun(caller, {}, context)).toBe(caller);
  });

  it("allows a named model on the named engine, and what its fallback asks for", () => {
    const run = bind({ engine: "main", models: named("m") });
    expect([run.engine, run.engines]).toEqual(["main", ["main", "spare"]]);
    expect(run.calls("m", "models/m", "spare-model", "M", "m2", "claude-x", "")).toEqual([
      "m",
      "models/m",
      "spare-model",
    ]);
  });

  it("takes a name as it is, and not as a pattern", () => {
    const run = bind({ engine: "main", models: named("a*[1m]{b,c}?!\\") });
    expect(run.calls("a*[1m]{b,c}?!\\", "axm", "a*1b", "aaa")).toEqual(["a*[1m]{b,c}?!\\"]);
  });

  it("follows the route of a named model where no engine is named", () => {
    const routes = {
      r: {
        models: ["fast"],
        engine: "claude",
        model: "claude-haiku",
        fallback: [{ engine: "other", model: "o" }],
      },
    };
    const run = bind({ models: named("fast") }, routes, "main");
    expect([run.engine, run.engines]).toEqual([undefined, ["claude", "other"]]);
    expect(run.calls("fast", "claude-haiku", "o", "claude-opus", "spare-model")).toEqual([
      "fast",
      "claude-haiku",
      "o",
    ]);
  });

  it("is the default engine for a model without a route, and no engine where there is no default", () => {
    expect(bind({ models: named("m") }, {}, "main").engines).toEqual(["main", "spare"]);
    expect(bind({ models: named("m") }).engines).toEqual([]);
  });

  it("allows an agent's own models by their patterns, with the engines and the models that their routes give them", () => {
    const models = { names: ["claude-opus-4-8"], patterns: ["claude-*"] };
    const routes = {
      small: { models: ["claude-haiku-*"], engine: "other", model: "plain" },
      gpt: { models: ["gpt-5"], engine: "main", model: "big" },
    };
    const run = bind({ models }, routes, "main");
    expect(run.engines).toEqual(["claude", "other"]);
    expect(run.calls("claude-opus-4-8", "claude-haiku-4-5", "plain", "gpt-5", "big", "xclaude-1")).toEqual([
      "claude-opus-4-8",
      "claude-haiku-4-5",
      "plain",
    ]);
  });

  it("allows any model of the default engine where an agent has no models of its own", () => {
    const any = named();
    const run = bind({ models: any }, {}, "main");
    expect([run.engine, run.engines, run.calls("m", "n")]).toEqual([
      undefined,
      ["main", "spare"],
      ["m", "n"],
    ]);
    expect(bind({ engine: "other", models: any })).toMatchObject({ engine: "other", engines: ["other"] });
    expect(bind({ models: any }).engines).toEqual(NAMES);
  });

  it("leaves the choice of the engine to `auto`, with the model that an engine has in place of the named one", () => {
    const run = bind({ models: named("fast") }, { r: { models: ["fast"], engine: "auto" } }, "main");
    expect(run.engines).toEqual(NAMES);
    expect(run.calls("fast", "plain", "claude-x")).toEqual(["fast", "plain"]);
  });

  it("never loosens what the key of the name may do", () => {
    const policies = new CallPolicies([], {}).ofKey("dev", { disallowed_models: ["n"] });
    const caller = testCaller({ mayUse: (name) => name !== "spare", policies });
    const run = bind({ engine: "main", models: named("m", "n") }, {}, undefined, caller);
    expect([run.engines, run.calls("m", "n", "o")]).toEqual([["main"], ["m"]]);
  });

  it("applies besides the policy of a route", () => {
    const route = { models: ["m", "n"], engine: "main", policy: { disallowed_models: ["n"] } };
    const policies = new CallPolicies([], { r: route }).ofKey("dev", undefined);
    const context = { engines, router: openRouter({ r: route }, engines, undefined), routes: { r: route } };
    const bound = bindRun(testCaller({ policies }), { models: named("m", "n") }, context);
    const policy = callPolicyOf(bound.policies, "r")!;
    const rules = ["m", "n", "o"].map((model) => judgeModel(policy, model, "")?.rule.id);
    expect(rules).toEqual([undefined, "routes.r.policy.disallowed_models[0]", "run.models.not_in_allowlist"]);
  });
});
