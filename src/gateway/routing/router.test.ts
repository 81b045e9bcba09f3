import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../exchange.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { openRouter, type Route } from "./router.ts";

const caller: Caller = { name: "k", tenant: "t", mode: undefined, mayUse: () => true, maxConcurrent: 1 };
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

  it("to the default where nothing else fits, or nowhere", () => {
    expect(go({}, "nobody-knows", { preset: "local" })).toEqual(["local", undefined, []]);
    expect(go({}, undefined, { preset: "local" })).toEqual(["local", undefined, []]);
    expect(go({}, "nobody-knows")).toBe("model_not_routed");
    expect(go({}, "x", { preset: "auto" })).toBe("auto");
  });

  it("to another engine only where a fallback is configured, the route's own list first", () => {
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
