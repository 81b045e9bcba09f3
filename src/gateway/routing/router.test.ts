import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../exchange/caller.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { openRouter, type Route } from "./router.ts";

const caller: Caller = {
  name: "k",
  tenant: "t",
  owner: "key:k",
  roles: ["caller"],
  isOnlyKey: false,
  readsUnowned: false,
  mode: undefined,
  mayUse: () => true,
  maxConcurrent: 1,
};
const engines = directoryOf(
  fakeEngine("anthropic", "claude", { models: ["claude-*"] }),
  fakeEngine("openai", "codex", { fallback: [{ engine: "anthropic" }] }),
  fakeEngine("local", "openai"),
);

function go(
  routes: Record<string, Route>,
  model: string | undefined,
  more: { engine?: string; preset?: string; caller?: Caller } = {},
) {
  try {
    const router = openRouter(routes, engines, more.preset);
    const found = router.route({ model, engine: more.engine, caller: more.caller ?? caller });
    if (found.engine === undefined) return "auto";
    return [found.engine.name, found.model, found.fallback.map(({ engine }) => engine)];
  } catch (error) {
    return AbpError.is(error) ? error.code : String(error);
  }
}

describe("a call goes", () => {
  it("to the engine that its header names, before everything else", () => {
    expect(go({ r: { models: ["*"], engine: "local" } }, "x", { engine: "anthropic" })).toEqual([
      "anthropic",
      undefined,
      [],
    ]);
  });

  it("by the route of its exact model before those of patterns, and by the first pattern that fits", () => {
    const routes = {
      wide: { models: ["gpt-*"], engine: "local" },
      wider: { models: ["*"], engine: "anthropic" },
      alias: { models: ["gpt-5.5"], engine: "anthropic", model: "claude-opus-5" },
    };
    expect(go(routes, "gpt-5.5")).toEqual(["anthropic", "claude-opus-5", []]);
    expect(go(routes, "gpt-4.1")).toEqual(["local", undefined, []]);
    expect(go(routes, "other")).toEqual(["anthropic", undefined, []]);
  });

  it("by the models that an engine serves, then by the vendor that the name belongs to", () => {
    expect(go({}, "claude-opus-5")).toEqual(["anthropic", undefined, []]);
    expect(go({}, "openai/gpt-5.5")).toEqual(["openai", "gpt-5.5", ["anthropic"]]);
    expect(go({}, "gpt-5.5")).toEqual(["openai", undefined, ["anthropic"]]);
  });

  it("to the default if nothing else fits, or nowhere", () => {
    expect(go({}, "nobody-knows", { preset: "local" })).toEqual(["local", undefined, []]);
    expect(go({}, undefined, { preset: "local" })).toEqual(["local", undefined, []]);
    expect(go({}, "nobody-knows")).toBe("model_not_routed");
    expect(go({}, "x", { preset: "auto" })).toBe("auto");
  });

  it("to another engine only if a fallback is configured, the route's own list first", () => {
    expect(go({ r: { models: ["m"], engine: "openai", fallback: ["local"] } }, "m")).toEqual([
      "openai",
      undefined,
      ["local"],
    ]);
    expect(go({ r: { models: ["m"], engine: "openai", fallback: [] } }, "m")).toEqual([
      "openai",
      undefined,
      [],
    ]);
  });

  it("nowhere that its key may not go", () => {
    const narrow: Caller = { ...caller, mayUse: (name) => name === "local" };
    expect(go({}, "claude-opus-5", { caller: narrow })).toBe("access_denied");
    expect(go({}, "x", { engine: "anthropic", caller: narrow })).toBe("access_denied");
  });

  it("G01: only to engines of the configuration", () => {
    expect(go({}, "x", { engine: "http://attacker.example" })).toMatch(/no engine/);
    expect(go({ r: { models: ["m"], engine: "nobody" } }, "m")).toBe("config_invalid");
    expect(go({}, "m", { preset: "nobody" })).toBe("config_invalid");
  });

  it("the same way every time, however many names callers make up", () => {
    const router = openRouter({}, engines, "local");
    for (let index = 0; index < 3000; index += 1)
      router.route({ model: `made-up-${index}`, engine: undefined, caller });
    expect(router.route({ model: "claude-x", engine: undefined, caller })).toMatchObject({
      engine: { name: "anthropic" },
    });
  });
});

describe("a route", () => {
  const choose = (routes: Record<string, Route>, model: string | undefined, engine?: string) =>
    openRouter(routes, engines, "auto").route({ model, engine, caller });
  const errorOf = (open: () => unknown): AbpError => {
    try {
      open();
    } catch (error) {
      if (AbpError.is(error)) return error;
    }
    throw new Error("it was taken");
  };

  it("gives its model, its mode and its fallbacks with their models", () => {
    const fallback = [{ engine: "local", model: "l" }, "anthropic"];
    const route: Route = { models: ["m"], engine: "openai", model: "n", mode: "strict", fallback };
    const found = choose({ route }, "m");
    expect(found).toMatchObject({ engine: { name: "openai" }, model: "n", mode: "strict" });
    expect(found.fallback).toEqual([{ engine: "local", model: "l" }, { engine: "anthropic" }]);
  });

  it("has the engine's own fallbacks if it names none, and none if its engine is auto", () => {
    const found = choose({ r: { models: ["m"], engine: "openai" } }, "m");
    expect(found.fallback).toEqual([{ engine: "anthropic" }]);
    const auto = choose({ r: { models: ["m"], engine: "auto", model: "n", fallback: ["local"] } }, "m");
    expect(auto).toEqual({
      route: "r",
      engine: undefined,
      model: "n",
      mode: undefined,
      fallback: [{ engine: "local" }],
    });
    expect(choose({ r: { models: ["m"], engine: "auto" } }, "m").fallback).toEqual([]);
  });

  it("is the first that names a model, if several do", () => {
    const routes = {
      one: { models: ["m"], engine: "local" },
      two: { models: ["m"], engine: "openai" },
    };
    expect(choose(routes, "m").engine?.name).toBe("local");
  });

  it("is passed by if the header asks for auto", () => {
    const routes = { r: { models: ["m"], engine: "local", model: "n" } };
    expect(choose(routes, "m", "auto")).toEqual({
      route: "r",
      engine: undefined,
      model: undefined,
      mode: undefined,
      fallback: [],
    });
  });

  it.each(["m?", "m[12]", "m{1,2}"])("may name models by the pattern %s", (pattern) => {
    expect(choose({ r: { models: [pattern], engine: "local" } }, "m1").engine?.name).toBe("local");
  });

  it("is refused if it, or one of its fallbacks, names an engine that is not configured", () => {
    const first = errorOf(() => openRouter({ r: { models: [], engine: "nobody" } }, engines, undefined));
    expect([first.code, first.where, first.message]).toEqual([
      "config_invalid",
      "routes.r.engine",
      '`routes.r.engine` names the engine "nobody", which is not configured',
    ]);
    const routes = { r: { models: [], engine: "auto", fallback: [{ engine: "nobody", model: "m" }] } };
    expect(errorOf(() => openRouter(routes, engines, undefined)).where).toBe("routes.r.fallback[0]");
    expect(errorOf(() => openRouter({}, engines, "nobody")).where).toBe("default_engine");
  });

  it("is missing with a message that names the model", () => {
    const router = openRouter({}, engines, undefined);
    const ask = (model: string | undefined) =>
      errorOf(() => router.route({ model, engine: undefined, caller }));
    expect([ask("x").message, ask("x").where]).toEqual([
      'no engine is configured for the model "x"',
      "$.model",
    ]);
    expect(ask(undefined).message).toBe("no engine is configured for a call that names no model");
  });

  it("is the only engine if there is one and no default", () => {
    const only = directoryOf(fakeEngine("only", "openai"));
    const found = openRouter({}, only, undefined).route({ model: "x", engine: undefined, caller });
    expect(found.engine?.name).toBe("only");
    expect(() =>
      openRouter({}, directoryOf(), undefined).route({ model: "x", engine: undefined, caller }),
    ).toThrow(/no engine is configured/);
  });

  it("leads to a vendor by a prefix that names one, and by the catalogue if the prefix is unknown", () => {
    expect(choose({}, "claude/some-model")).toMatchObject({
      engine: { name: "anthropic" },
      model: "some-model",
    });
    expect(choose({}, "nobody/gpt-5.5")).toMatchObject({ engine: { name: "openai" }, model: undefined });
    expect(choose({}, "/gpt-5.5")).toMatchObject({ engine: { name: "openai" }, model: undefined });
    expect(choose({}, "openai/a/b").model).toBe("a/b");
  });

  it("is denied with the names of the key and the engine, and auto is open to every key", () => {
    const narrow: Caller = { ...caller, mayUse: () => false };
    const router = openRouter({}, engines, "auto");
    const error = errorOf(() => router.route({ model: "claude-x", engine: undefined, caller: narrow }));
    expect([error.code, error.message]).toEqual([
      "access_denied",
      "the key k may not use the engine anthropic",
    ]);
    expect(router.route({ model: "x", engine: undefined, caller: narrow }).engine).toBeUndefined();
  });

  it("is found once for each name, until callers made up a thousand", () => {
    const router = openRouter({}, engines, "local");
    const ask = (model: string) => router.route({ model, engine: undefined, caller });
    const first = ask("a");
    expect(ask("a")).toBe(first);
    for (let index = 0; index < 1000; index += 1) ask(`made-up-${index}`);
    expect(ask("a")).not.toBe(first);
    expect(ask("a")).toEqual(first);
  });
});

describe("the name of a route", () => {
  const routes = {
    exact: { models: ["m"], engine: "local" },
    all: { models: ["*"], engine: "local", model: "n" },
  };

  const nameOf = (given: Record<string, Route>, model: string, engine?: string) =>
    openRouter(given, engines, "auto").route({ model, engine, caller }).route;

  it("is known for its models, also if the caller names the engine", () => {
    expect(nameOf(routes, "m")).toBe("exact");
    expect(nameOf(routes, "other")).toBe("all");
    expect(nameOf(routes, "m", "local")).toBe("exact");
    expect(nameOf({}, "m", "local")).toBeUndefined();
  });
});
