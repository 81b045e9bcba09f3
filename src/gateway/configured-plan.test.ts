import { describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../config/index.ts";
import { findDialect } from "../dialects/index.ts";
import { type PlanQuestion, planAsConfigured } from "./configured-plan.ts";
import { directoryOf, fakeEngine } from "./fixtures/engines.ts";

const engines = directoryOf(fakeEngine("a", "claude"), fakeEngine("b", "codex", { models: ["own"] }));
const sim = { preset: "sim" };
const routes = { r: { models: ["m"], engine: "a", model: "there", mode: "strict", allow_loss: ["x"] } };
const keys = {
  ci: { token: "plan-key-ci", mode: "strict", allow_loss: ["x", "y"], tenant: "builds" },
  low: { token: "plan-key-low", engines: ["b"] },
};

function plan(more: Partial<PlanQuestion>, settings: object = {}) {
  const config = ConfigSchema.parse({ engines: { a: sim, b: sim }, routes, keys, ...settings }) as Config;
  const question: PlanQuestion = {
    dialect: findDialect("openai"),
    body: { messages: [] },
    ...{ model: undefined, engine: undefined, key: undefined, compatibility: undefined },
    ...more,
  };
  return planAsConfigured(config, engines, question);
}

describe("a request that is planned as the gateway would", () => {
  it("takes the route of its model, with the route's model, mode and losses", () => {
    const { first, compatibility, waived, caller, tenant } = plan({ model: "m" });
    expect([first.engine.name, first.model, compatibility, waived]).toEqual(["a", "there", "strict", ["x"]]);
    expect([caller, tenant]).toEqual(["owner", "default"]);
  });

  it("has the mode, the losses and the tenant of its key", () => {
    const { compatibility, waived, caller, tenant } = plan({ model: "own", key: "ci" });
    expect([compatibility, waived, caller, tenant]).toEqual(["strict", ["x", "y"], "ci", "builds"]);
    // Two that are strict allow what both allow.
    expect(plan({ model: "m", key: "ci" }).waived).toEqual(["x"]);
  });

  it("goes to the engine that it names, and to none that its key may not use", () => {
    expect(plan({ model: "own", engine: "a" }).first.engine.name).toBe("a");
    expect(() => plan({ model: "m", key: "low" })).toThrow(
      expect.objectContaining({ code: "access_denied" }),
    );
    expect(plan({ model: "own", key: "low" }).first.engine.name).toBe("b");
  });

  it("is as strict as the configuration and the caller ask", () => {
    expect(plan({ model: "own" }).compatibility).toBe("best_effort");
    expect(plan({ model: "own", compatibility: "strict" }).compatibility).toBe("strict");
    const strict = { negotiation: { mode: "strict" }, gateway: { allow_loss: ["z"] } };
    expect(plan({ model: "own" }, strict)).toMatchObject({ compatibility: "strict", waived: ["z"] });
  });

  it("chooses among all engines for auto, and says why", () => {
    const { first, warnings } = plan({ model: "own", engine: "auto" });
    expect([first.engine.name, warnings.length > 0]).toEqual([expect.any(String), true]);
  });

  it("is refused for a key that is not configured, and for a model that nobody has", () => {
    for (const key of ["nobody", "toString"])
      expect(() => plan({ model: "m", key })).toThrow(expect.objectContaining({ code: "usage_invalid" }));
    expect(() => plan({ model: "unknown" })).toThrow(expect.objectContaining({ code: "model_not_routed" }));
  });
});
