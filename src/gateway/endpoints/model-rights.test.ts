import { describe, expect, it } from "vitest";
import { CallPolicies, type CallPolicyLists } from "../enforcement/call-policy.ts";
import { PassedJudge } from "../enforcement/passed-judge.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, testCaller, testContext } from "../fixtures/test-context.ts";
import type { Route } from "../routing/router.ts";
import type { EngineChoice } from "./engine-choice.ts";
import { ModelRights } from "./model-rights.ts";

const engine = fakeEngine("e", "openai");
const other = fakeEngine("f", "openai");

interface Setting {
  readonly lists?: CallPolicyLists;
  readonly routes?: Record<string, Route & { readonly policy?: CallPolicyLists }>;
  readonly choice?: Partial<EngineChoice>;
  readonly target?: string;
  readonly method?: string;
  readonly headers?: string[];
}

function open({ lists, routes = {}, choice = {}, ...call }: Setting = {}): ModelRights {
  const { target = "/v1/images/generations", method = "POST", headers = [] } = call;
  const { router } = testContext({ engines: [engine, other], routes });
  const caller = testCaller({ name: "ada", policies: new CallPolicies([], routes).ofKey("ada", lists) });
  const admission = admissionTo(target, headers, caller, method);
  return new ModelRights(
    router,
    admission,
    { engine, route: undefined, model: undefined, ...choice },
    new PassedJudge(caller.policies, Date.now),
  );
}

const codeOf = (run: () => void) => {
  try {
    run();
    return "passed";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

const plain: EngineChoice = { engine, route: undefined, model: undefined };
const unpoliced = () => new PassedJudge(undefined, Date.now);
const good = { allowed_models: ["good-*"] };

describe("the rights of a key to models", () => {
  it("judge a model by the key's rules, and all of them without rules", () => {
    const rights = open({ lists: good });
    expect(codeOf(() => rights.check("good-1"))).toBe("passed");
    expect(codeOf(() => rights.check("bad"))).toBe("policy_denied");
    expect(codeOf(() => open().check("bad"))).toBe("passed");
  });

  it("name the model's place in the error", () => {
    expect(() => open({ lists: good }).check("bad")).toThrow(
      expect.objectContaining({ where: "$.model", message: expect.stringContaining("bad") }),
    );
  });

  it("judge the engine at once", () => {
    const lists = { allowed_engines: ["f"] };
    expect(codeOf(() => open({ lists }))).toBe("policy_denied");
    expect(codeOf(() => open({ lists, choice: { engine: other } }))).toBe("passed");
    const routes = { r: { models: ["x"], engine: "e", policy: { allowed_engines: ["f"] } } };
    expect(codeOf(() => open({ routes, choice: { route: "r" } }))).toBe("policy_denied");
    expect(codeOf(() => open({ routes }))).toBe("passed");
  });

  it("judge a model by the rules of its own route", () => {
    const routes = { r: { models: ["voice-*"], engine: "e", policy: { disallowed_models: ["voice-2"] } } };
    const rights = open({ routes });
    expect(codeOf(() => rights.check("voice-1"))).toBe("passed");
    expect(codeOf(() => rights.check("voice-2"))).toBe("policy_denied");
  });

  it("judge the model that a route asks for as well as the caller's", () => {
    expect(codeOf(() => open({ lists: good, choice: { model: "bad" } }).check("good-1"))).toBe(
      "policy_denied",
    );
    expect(codeOf(() => open({ lists: good, choice: { model: "good-2" } }).check("good-1"))).toBe("passed");
  });

  it("need every model to be seen if a rule for models applies to a call that runs some", () => {
    expect(open().judgesModels).toBe(false);
    expect(open({ lists: good }).judgesModels).toBe(true);
    expect(open({ lists: { allowed_engines: ["e"] } }).judgesModels).toBe(false);
    const routes = { r: { models: ["x"], engine: "e", policy: good } };
    expect(open({ routes }).judgesModels).toBe(true);
    expect(open({ lists: good, target: "/v1/batches" }).judgesModels).toBe(true);
    expect(open({ lists: good, target: "/v1/files" }).judgesModels).toBe(false);
    expect(open({ lists: good, target: "/v1/batches/b", method: "GET" }).judgesModels).toBe(false);
  });

  it("refuse a call that names no model, if a rule for models applies and the call runs some", () => {
    expect(codeOf(() => open({ lists: good }).checkUnnamed())).toBe("policy_denied");
    expect(codeOf(() => open().checkUnnamed())).toBe("passed");
    expect(codeOf(() => open({ lists: { allowed_engines: ["e"] } }).checkUnnamed())).toBe("passed");
    expect(codeOf(() => open({ lists: good, target: "/v1/files" }).checkUnnamed())).toBe("passed");
    const routes = { r: { models: ["x"], engine: "e", policy: good } };
    expect(codeOf(() => open({ routes }).checkUnnamed())).toBe("passed");
    expect(codeOf(() => open({ routes, choice: { route: "r" } }).checkUnnamed())).toBe("policy_denied");
  });
});

describe("a model that is seen after the engine was chosen", () => {
  const routes = {
    here: { models: ["here"], engine: "e" },
    there: { models: ["there"], engine: "f" },
    renamed: { models: ["renamed"], engine: "e", model: "new" },
  };
  const seen = (model: string, more: Setting = {}) =>
    codeOf(() => open({ routes, ...more }).checkRoute(model));

  it("passes if its route leads to that engine, or if it has none", () => {
    expect(seen("here")).toBe("passed");
    expect(seen("unknown")).toBe("passed");
  });

  it("is refused if its route leads elsewhere, or renames it", () => {
    expect(seen("there")).toBe("validation_failed");
    expect(seen("renamed")).toBe("validation_failed");
    expect(() => open({ routes }).checkRoute("there")).toThrow(
      expect.objectContaining({
        message: 'the route there of the model "there" cannot be followed: the body names the model too late',
        where: "$.model",
        advice: expect.stringContaining("X-ABP-Engine"),
      }),
    );
  });

  it("passes if the caller named the engine", () => {
    expect(seen("there", { headers: ["x-abp-engine", "e"] })).toBe("passed");
  });

  it("passes if the route cannot be used by the key", () => {
    const { router } = testContext({ engines: [engine, other], routes });
    const caller = testCaller({ mayUse: (name) => name === "e" });
    const admission = admissionTo("/v1/images/generations", [], caller);
    const rights = new ModelRights(router, admission, plain, unpoliced());
    expect(codeOf(() => rights.checkRoute("there"))).toBe("passed");
  });

  it("does not hide a fault of the router", () => {
    const fault = new TypeError("a fault");
    const router = {
      route: () => {
        throw fault;
      },
    };
    const admission = admissionTo("/v1/images/generations");
    const rights = new ModelRights(router as never, admission, plain, unpoliced());
    expect(() => rights.checkRoute("m")).toThrow(fault);
  });
});
