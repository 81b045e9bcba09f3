import { describe, expect, it } from "vitest";
import { CallPolicies, callPolicyOf } from "../enforcement/call-policy.ts";
import { judgeModel } from "../enforcement/plan-decisions.ts";
import type { Caller } from "../exchange/caller.ts";
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
  request: Pick<RunAccountRequest, "engine" | "models" | "dialect">,
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
    enginesFor: (model: string) => NAMES.filter((name) => bound.mayUse(name, model)),
    calls: (...models: readonly string[]) =>
      models.filter((model) => {
        const policy = callPolicyOf(bound.policies, undefined);
        return policy === undefined || judgeModel(policy, model, "$.model") === undefined;
      }),
  };
}

const named = (...names: readonly string[]) => ({ names, patterns: [] });

describe("the binding of a run", () => {
  it("is none if neither an engine nor models are given", () => {
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

  it("follows the route of a named model if no engine is named", () => {
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

  it("is the default engine for a model without a route, and no engine if there is no default", () => {
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

  it("allows any model of the default engine if an agent has no models of its own", () => {
    const any = named();
    const run = bind({ models: any }, {}, "main");
    expect([run.engine, run.engines, run.calls("m", "n")]).toEqual([
      undefined,
      ["main", "spare"],
      ["m", "n"],
    ]);
    expect(bind({ engine: "other", models: any })).toMatchObject({ engine: "other", engines: ["other"] });
  });

  it.each([
    ["no default", {}, undefined],
    ["`auto` as the default", {}, "auto"],
    ["`auto` as the engine", { engine: "auto" }, "main"],
  ])(
    "is refused for an agent without models of its own if no single engine is set: %s",
    (_, request, preset) => {
      expect(() => bind({ ...request, models: named() }, {}, preset)).toThrow(
        expect.objectContaining({
          code: "model_not_routed",
          where: "default_engine",
          advice: expect.stringMatching(/--engine.*-m`.*default_engine.*env.*args/),
        }),
      );
    },
  );

  it("is the only engine that there is for an agent without models of its own", () => {
    const only = directoryOf(fakeEngine("main", "openai"));
    const context = { engines: only, router: openRouter({}, only, undefined), routes: {} };
    const bound = bindRun(testCaller(), { models: named() }, context);
    expect(NAMES.filter((name) => bound.mayUse(name))).toEqual(["main"]);
  });

  it("is the engines that `auto` may choose, with the models that they have in place of the named one", () => {
    const auto = {
      r: { models: ["fast"], engine: "auto", fallback: [{ engine: "claude", model: "claude-y" }] },
    };
    const run = bind({ models: named("fast") }, { r: { models: ["fast"], engine: "auto" } }, "main");
    expect(run.engines).toEqual(["main", "spare", "other"]);
    expect(run.enginesFor("plain")).toEqual(["other"]);
    expect(run.calls("fast", "plain", "claude-x")).toEqual(["fast", "plain"]);
    const failing = bind({ models: named("fast") }, auto);
    expect(failing.engines).toEqual(NAMES);
    expect(failing.calls("fast", "plain", "claude-y", "claude-x")).toEqual(["fast", "plain", "claude-y"]);
    const mapped = bind({ models: named("fast") }, { r: { ...auto.r, model: "claude-z", fallback: [] } });
    expect(mapped.engines).toEqual(NAMES);
    expect(mapped.enginesFor("claude-z")).toEqual(["main", "spare", "claude"]);
  });

  it.each([
    ["claude", ["main", "own"]],
    ["openai", ["main"]],
    [undefined, ["main", "own"]],
  ])(
    "leaves `auto` the engines that take the caller's key for the agent's dialect alone: %s",
    (dialect, found) => {
      const two = directoryOf(
        fakeEngine("main", "openai"),
        fakeEngine("own", "claude", { usesCallerKey: true }),
      );
      const context = { engines: two, router: openRouter({}, two, "auto"), routes: {} };
      const bound = bindRun(testCaller(), { models: named("m"), dialect }, context);
      expect(["main", "own"].filter((name) => bound.mayUse(name))).toEqual(found);
    },
  );

  it("keeps each model on the engines of its own route", () => {
    const routes = {
      a: { models: ["a"], engine: "main", fallback: [] },
      b: { models: ["b"], engine: "other", model: "plain" },
    };
    const run = bind({ models: named("a", "b") }, routes);
    expect(run.engines).toEqual(["main", "other"]);
    expect([run.enginesFor("a"), run.enginesFor("models/a")]).toEqual([["main"], ["main"]]);
    expect([run.enginesFor("b"), run.enginesFor("plain")]).toEqual([["other"], ["other"]]);
    // The model is the reason of its refusal.
    expect(run.enginesFor("c")).toEqual(["main", "other"]);
  });

  it("resolves patterns that overlap as the router does", () => {
    const models = { names: [], patterns: ["claude-*"] };
    const routes = {
      dated: { models: ["*-2026"], engine: "other", model: "plain" },
      small: { models: ["claude-haiku-?"], engine: "spare" },
      hidden: { models: ["claude-*-2026"], engine: "main", model: "never" },
    };
    const run = bind({ models }, routes);
    expect(run.engines).toEqual(["spare", "claude", "other"]);
    expect(run.enginesFor("claude-x-2026")).toEqual(["other"]);
    expect(run.enginesFor("claude-haiku-5")).toEqual(["spare"]);
    expect(run.enginesFor("claude-haiku-55")).toEqual(["claude"]);
    expect(run.calls("claude-x-2026", "plain", "never")).toEqual(["claude-x-2026", "plain"]);
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
