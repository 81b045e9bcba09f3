import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type AbpError, openPolicy, type PolicyProfile } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { CallPolicies, type CallPolicyLists } from "../enforcement/call-policy.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { ModelDirectory } from "./model-directory.ts";
import { openRouter, type Route } from "./router.ts";

const routes: Record<string, Route> = {
  one: { models: ["fast", "gpt-*"], engine: "a" },
  two: { models: ["fast", "smart"], engine: "b" },
};

function lister(name: string, models: readonly string[], more: Partial<Engine> = {}) {
  const listModels = vi.fn(async (_: AbortSignal) => models.map((id) => ({ id })));
  return { engine: fakeEngine(name, "openai", { listModels, ...more }), listModels };
}

function open(
  engines: readonly Engine[],
  now: () => number = () => 0,
  all: Record<string, Route> = routes,
): ModelDirectory {
  const directory = directoryOf(...engines);
  // Routes need not name engines that a test does without.
  const known = Object.fromEntries(
    Object.entries(all).filter(([, { engine }]) => engine === "auto" || directory.find(engine) !== undefined),
  );
  return new ModelDirectory(directory, openRouter(known, directory, undefined), all, now);
}

async function ids(directory: ModelDirectory, headers: readonly string[] = [], caller = testCaller()) {
  const { status, body } = await directory.list(admissionTo("/openai/v1/models", headers, caller, "GET"));
  expect(status).toBe(200);
  return (JSON.parse(body) as { data: { id: string }[] }).data.map(({ id }) => id);
}

describe("the list of models", () => {
  it("has the names of the routes, then those of the engines, each once and no patterns", async () => {
    const a = lister("a", ["m1", "fast"], { models: ["own", "x-*"] });
    const b = lister("b", ["m1", "m2"]);
    expect(await ids(open([a.engine, b.engine]))).toEqual(["fast", "smart", "own", "m1", "m2"]);
  });

  it("has no model whose calls go to another engine than the one that lists it", async () => {
    const a = lister("a", ["a1", "gpt-2"]);
    const b = lister("b", ["b1", "gpt-1", "gpt-2", "mine"], { models: ["mine"] });
    const engines = directoryOf(a.engine, b.engine);
    const found = (defaultEngine: string | undefined) => {
      const known = { one: routes["one"]! };
      const directory = new ModelDirectory(
        engines,
        openRouter(known, engines, defaultEngine),
        known,
        () => 0,
      );
      return ids(directory);
    };
    expect(await found("a")).toEqual(["fast", "a1", "gpt-2", "mine"]);
    expect(await found("b")).toEqual(["fast", "gpt-2", "mine", "b1"]);
    // Without a default engine, a call of these has to name its engine.
    expect(await found(undefined)).toEqual(["fast", "a1", "gpt-2", "mine", "b1"]);
    expect(await found("auto")).toEqual(["fast", "a1", "gpt-2", "mine", "b1"]);
  });

  it("has only the models of engines that the key may use", async () => {
    const a = lister("a", ["m1"]);
    const b = lister("b", ["m2"]);
    const caller = testCaller({ mayUse: (engine) => engine === "b" });
    expect(await ids(open([a.engine, b.engine]), [], caller)).toEqual(["smart", "m2"]);
    expect(a.listModels).not.toHaveBeenCalled();
  });

  it("leaves out a model whose calls go to an engine that the key may not use", async () => {
    const a = lister("a", ["gpt-1"], { models: ["own"] });
    const b = lister("b", ["gpt-1", "own", "m2"]);
    const caller = testCaller({ mayUse: (engine) => engine === "b" });
    const directory = open([a.engine, b.engine]);
    expect(await ids(directory, [], caller)).toEqual(["smart", "m2"]);
    expect(await ids(directory, ["x-abp-engine", "b"], caller)).toEqual(["gpt-1", "own", "m2"]);
    await expect(
      directory.get(admissionTo("/openai/v1/models/gpt-1", [], caller, "GET")),
    ).rejects.toMatchObject({ code: "backend_model_not_found" });
  });

  it("has the name of an automatic route if the key may use an engine for it", async () => {
    const all = {
      auto: { models: ["any", "named"], engine: "auto" },
      other: { models: ["b1"], engine: "b" },
    };
    const a = lister("a", [], { models: ["m1"], isSimulated: false });
    const b = lister("b", [], { models: ["any-*"], isSimulated: false });
    const directory = open([a.engine, b.engine], () => 0, all);
    const only = (...names: string[]) => testCaller({ mayUse: (engine) => names.includes(engine) });
    expect(await ids(directory, [], only("a"))).toEqual(["any", "named", "m1"]);
    expect(await ids(directory, [], only("b"))).toEqual(["b1"]);
    expect(await ids(directory, [], only())).toEqual([]);
    const own = lister("c", [], { usesCallerKey: true });
    const asked = open([fakeEngine("c", "claude", { usesCallerKey: true })], () => 0, { auto: all.auto });
    expect(await ids(asked)).toEqual([]);
    expect(await ids(open([own.engine], () => 0, { auto: all.auto }))).toEqual(["any", "named"]);
  });

  it("has the models of one engine if the header names it, without the names of routes", async () => {
    const engines = [lister("a", ["m1"]).engine, lister("b", ["m2"]).engine];
    expect(await ids(open(engines), ["X-ABP-Engine", "b"])).toEqual(["m2"]);
    expect(await ids(open(engines), ["X-ABP-Engine", "auto"])).toEqual(["m1", "m2"]);
    const caller = testCaller({ mayUse: () => false });
    expect(await ids(open(engines), ["X-ABP-Engine", "b"], caller)).toEqual([]);
    await expect(ids(open(engines), ["X-ABP-Engine", "nobody"])).rejects.toThrow("no engine nobody");
  });

  it("has the configured models of an engine that does not answer", async () => {
    const listModels = async () => {
      throw new Error("down");
    };
    const engine = fakeEngine("a", "openai", { listModels, models: ["own", "x-*"] });
    expect(await ids(open([engine]))).toEqual(["fast", "smart", "own"]);
  });

  it("is asked of an engine once a minute", async () => {
    let time = 0;
    const a = lister("a", ["m1"]);
    const directory = open([a.engine], () => time);
    await ids(directory);
    time = 59_999;
    await ids(directory);
    expect(a.listModels).toHaveBeenCalledTimes(1);
    time = 60_000;
    await ids(directory);
    expect(a.listModels).toHaveBeenCalledTimes(2);
    time = 119_999;
    await ids(directory);
    expect(a.listModels).toHaveBeenCalledTimes(2);
  });

  describe("from an engine that is slow", () => {
    beforeEach(() => void vi.spyOn(AbortSignal, "timeout"));
    afterEach(() => void vi.restoreAllMocks());

    it("is waited for three seconds", async () => {
      const a = lister("a", ["m1"]);
      await ids(open([a.engine]));
      expect(AbortSignal.timeout).toHaveBeenCalledWith(3000);
      expect(a.listModels.mock.calls[0]?.[0]).toBeInstanceOf(AbortSignal);
    });
  });
});

describe("one model", () => {
  const directory = open([lister("a", ["m1"]).engine, lister("b", ["models/gemini-x"]).engine]);

  it("is found by its id, in the caller's dialect", async () => {
    const { status, body } = await directory.get(
      admissionTo("/openai/v1/models/m1", [], testCaller(), "GET"),
    );
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ id: "m1", object: "model" });
  });

  it("is found without the prefix under which Gemini's compatible endpoint lists it", async () => {
    const admission = admissionTo("/openai/v1/models/gemini-x", [], testCaller(), "GET");
    expect(JSON.parse((await directory.get(admission)).body)).toMatchObject({ id: "models/gemini-x" });
  });

  it("is found if a route, a pattern or the vendor of an engine leads to it, though nobody lists it", async () => {
    const a = lister("a", ["m1"], { models: ["own-*"], defaultModel: "preset", isSimulated: false });
    const c = lister("c", ["other"], { provider: "anthropic", isSimulated: false });
    const engines = [a.engine, lister("b", ["m2"], { isSimulated: false }).engine, c.engine];
    const wide = open(engines);
    const statusOf = async (id: string, headers: readonly string[] = [], caller = testCaller()) => {
      const path = `/openai/v1/models/${encodeURIComponent(id)}`;
      try {
        return JSON.parse((await wide.get(admissionTo(path, headers, caller, "GET"))).body).id;
      } catch (error) {
        return (error as AbpError).code;
      }
    };
    for (const id of ["gpt-9", "smart", "own-thing", "claude-sonnet-4-5", "anthropic/claude-new"])
      expect(await statusOf(id)).toBe(id);
    expect(await statusOf("preset", ["x-abp-engine", "a"])).toBe("preset");
    expect(await statusOf("nobody")).toBe("backend_model_not_found");
    expect(await statusOf("nobody", ["x-abp-engine", "b"])).toBe("backend_model_not_found");
    const onlyB = testCaller({ mayUse: (engine) => engine === "b" });
    expect(await statusOf("gpt-9", [], onlyB)).toBe("backend_model_not_found");
  });

  it("is found if the engine takes any name, and not if it lists its models", async () => {
    const find = async (engine: Engine) => {
      const only = open([engine]);
      const asked = admissionTo("/openai/v1/models/any", ["x-abp-engine", "z"], testCaller(), "GET");
      return only.get(asked).then(
        ({ status }) => status,
        (error: AbpError) => error.code,
      );
    };
    expect(await find(lister("z", [], { isSimulated: false }).engine)).toBe(200);
    expect(await find(lister("z", ["m1"], { isSimulated: true }).engine)).toBe(200);
    expect(await find(lister("z", ["m1"], { isSimulated: false }).engine)).toBe("backend_model_not_found");
  });

  it("is refused if no engine lists it", async () => {
    await expect(
      directory.get(admissionTo("/openai/v1/models/nobody", [], testCaller(), "GET")),
    ).rejects.toMatchObject({
      code: "backend_model_not_found",
      message: 'no engine lists the model "nobody"',
    });
  });
});

describe("the list of models under a policy", () => {
  const a = lister("a", ["m1"]);
  const b = lister("b", ["m2"]);
  const callerUnder = (
    lists: Partial<PolicyProfile>,
    policies: Record<string, Route & { policy?: CallPolicyLists }> = routes,
  ) => {
    const floors = [{ prefix: "policy.", profile: { ...openPolicy(), ...lists } }];
    return testCaller({ policies: new CallPolicies(floors, policies).ofKey("k", undefined) });
  };

  it("leaves out models and engines that are denied", async () => {
    const directory = open([a.engine, b.engine]);
    expect(await ids(directory, [], callerUnder({ disallowed_models: ["SMART", "m1"] }))).toEqual([
      "fast",
      "m2",
    ]);
    expect(await ids(directory, [], callerUnder({ disallowed_engines: ["b"] }))).not.toContain("smart");
    expect(await ids(directory, ["x-abp-engine", "b"], callerUnder({ disallowed_engines: ["b"] }))).toEqual(
      [],
    );
  });

  it("leaves out a name that leads to a denied model", async () => {
    const all = { ...routes, two: { models: ["smart"], engine: "b", model: "big" } };
    const directory = open([a.engine, b.engine], undefined, all);
    expect(await ids(directory, [], callerUnder({ disallowed_models: ["big"] }, all))).toEqual([
      "fast",
      "m1",
      "m2",
    ]);
  });

  it("leaves out what the policy of its route denies", async () => {
    const all = { ...routes, two: { ...routes["two"]!, policy: { disallowed_models: ["smart"] } } };
    const directory = open([a.engine, b.engine], undefined, all);
    expect(await ids(directory, [], callerUnder({}, all))).toEqual(["fast", "m1", "m2"]);
  });
});
