import { describe, expect, it } from "vitest";
import { modelCatalogue } from "../../models/index.ts";
import { AT, claim, clause, manifest } from "../fixtures/builders.ts";
import { emptyLayer } from "../params/param-layers.ts";
import type { Target } from "../supply/target.ts";
import { catalogueCandidates, decideModelSwitch } from "./model-switch.ts";

const [first, ...others] = modelCatalogue.models
  .filter(({ contextWindow, maxOutput }) => contextWindow !== undefined && maxOutput !== undefined)
  .sort((left, right) => (left.contextWindow ?? 0) - (right.contextWindow ?? 0));
const second = others.at(-1);
if (first === undefined || second === undefined) throw new Error("the catalogue knows no windows");
const to: Target = { provider: first.provider, model: first.model };
const from: Target = { provider: second.provider, model: second.model };

describe("model switch by the catalogue", () => {
  it("accepts what the catalogue knows the model to have", () => {
    const { decision, diagnostic } = decideModelSwitch({ id: "d", from, to, demand: [clause("streaming")] });
    expect(decision).toMatchObject({ verdict: "accept", target: to, previous: from });
    expect(decision.findings[0]?.claim.evidence).toBe("catalog");
    expect(diagnostic).toBeUndefined();
  });

  it("rejects a window beyond the model's, and suggests only models that have it", () => {
    const min = (first.contextWindow ?? 0) + 1;
    const { decision, diagnostic } = decideModelSwitch({
      id: "d",
      from,
      to,
      demand: [clause("context_window", "required", { min })],
    });
    expect(decision.verdict).toBe("reject");
    expect(diagnostic?.missing).toEqual([{ capability: "contextWindow", requiredBy: "operator:test" }]);
    expect(decision.suggestions.length).toBeGreaterThan(0);
    for (const target of decision.suggestions) {
      const model = modelCatalogue.models.find(
        (one) => one.provider === target.provider && one.model === target.model,
      );
      expect(model?.contextWindow).toBeGreaterThanOrEqual(min);
    }
  });

  it("has only open questions about a model that the catalogue does not know", () => {
    const unknown = { provider: "nobody", model: "none" };
    const best = decideModelSwitch({ id: "d", from, to: unknown, demand: [clause("tool_use")] });
    expect(best.decision).toMatchObject({ verdict: "accept", trigger: "provider.switch" });
    expect(best.decision.obligations).toHaveLength(1);
    const strict = decideModelSwitch({
      id: "d",
      from,
      to: unknown,
      demand: [clause("tool_use")],
      mode: "strict",
    });
    expect(strict.decision.verdict).toBe("reject");
  });

  it.each([
    [undefined, "session.start"],
    [{ provider: to.provider, model: "other" }, "model.switch"],
    [{ provider: "other", model: to.model }, "provider.switch"],
  ])("from %j has the trigger %s", (before, trigger) => {
    const { decision } = decideModelSwitch({ id: "d", ...(before && { from: before }), to, demand: [] });
    expect(decision.trigger).toBe(trigger);
    expect(decision.previous).toEqual(before);
  });

  it("refuses a capability that the catalogue does not know, instead of leaving it open", () => {
    expect(() => decideModelSwitch({ id: "d", from, to, demand: [clause("tool_uze")] })).toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });

  it("starts a session when there is no model before", () => {
    const { decision } = decideModelSwitch({ id: "d", to, demand: [] });
    expect(decision.trigger).toBe("session.start");
    expect(decision).not.toHaveProperty("previous");
  });

  it("clamps what a provider declares, and tells what it overstated", () => {
    const declared = manifest(
      { context_window: claim("native", { limit: 10 ** 9, evidence: "declared" }) },
      { target: to },
    );
    const { manifest: supply, overstatements } = decideModelSwitch({
      id: "d",
      from,
      to,
      demand: [],
      declared,
    });
    expect(supply.claims["context_window"]?.limit).toBe(first.contextWindow);
    expect(overstatements).toMatchObject([{ capability: "context_window", aspect: "limit" }]);
  });

  it("lets a fresh probe overrule the catalogue", () => {
    const learnt = [{ capability: "streaming", claim: claim("unsupported", { evidence: "probed" }) }];
    const request = { id: "d", from, to, demand: [clause("streaming")], learnt };
    expect(decideModelSwitch({ ...request, now: Date.parse(AT) }).decision.verdict).toBe("reject");
    expect(decideModelSwitch({ ...request, now: Date.parse(AT) * 2 }).decision.verdict).toBe("accept");
  });

  it("drops parameters that the model does not take, and tells them", () => {
    const params = { launch: emptyLayer, runtime: { values: { max_tokens: 10 ** 9, custom: 1 }, unset: [] } };
    const { bag, diagnostic } = decideModelSwitch({ id: "d", from, to, demand: [], params });
    expect(bag).toEqual({ custom: 1 });
    expect(diagnostic?.paramsAffected).toMatchObject([
      { paramPath: ["max_tokens"], currentValue: 10 ** 9, sourceLayer: "/params", activeModelId: to.model },
    ]);
  });

  it("knows every model of the catalogue as a candidate", () => {
    expect(catalogueCandidates()).toHaveLength(modelCatalogue.models.length);
  });
});
