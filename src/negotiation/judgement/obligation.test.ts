import { describe, expect, it } from "vitest";
import { decide } from "../decision/decision.ts";
import type { Requirement } from "../demand/requirement.ts";
import { AT, claim, clause, MAPPED, manifest, TARGET } from "../fixtures/builders.ts";
import type { Manifest } from "../supply/manifest.ts";
import { assembleSupply } from "../supply/supply.ts";
import { settleObligation, type Trial } from "./obligation.ts";

const now = Date.parse(AT);
const trial = (more: Partial<Trial>): Trial => ({
  capability: "cache_control",
  by: "probe",
  ok: true,
  at: AT,
  ...more,
});

function begin(demand: readonly Requirement[], supply: Manifest) {
  const decision = decide({ id: "d1", trigger: "session.start", demand, manifest: supply });
  return { obligations: decision.obligations, demand, manifest: supply, options: MAPPED };
}

describe("obligation", () => {
  const open = manifest({}, { closed: false });
  const demand = [clause("cache_control"), clause("vision", "on_use")];

  it("ends by a probe or by the first success, and only its own", () => {
    const context = begin(demand, open);
    expect(context.obligations.map(({ capability }) => capability)).toEqual(["cache_control", "vision"]);
    for (const by of ["probe", "use"] as const) {
      const { obligations, fact, trigger } = settleObligation(context, trial({ by }));
      expect(obligations.map(({ capability }) => capability)).toEqual(["vision"]);
      expect(fact.claim).toMatchObject({
        support: "native",
        evidence: by === "probe" ? "probed" : "observed",
      });
      expect(trigger).toBeUndefined();
    }
  });

  it("ends by a probe that fails, and not by a use that fails", () => {
    const context = begin(demand, open);
    const left = (by: Trial["by"]) => settleObligation(context, trial({ by, ok: false })).obligations.length;
    expect([left("probe"), left("use")]).toEqual([1, 2]);
  });

  it("that fails calls for a new decision, which then rejects", () => {
    const context = begin(demand, open);
    const { fact, trigger } = settleObligation(context, trial({ by: "use", ok: false, reason: "400" }));
    expect(trigger).toBe("evidence.change");
    const supply = assembleSupply({ target: TARGET, declared: open, learnt: [fact], now }).manifest;
    const decision = decide({ id: "d2", trigger: "evidence.change", demand, manifest: supply });
    expect(decision.verdict).toBe("reject");
    expect(decision.findings[0]?.claim).toMatchObject({ support: "unsupported", evidence: "observed" });
  });

  it("that succeeds with too little calls for a new decision as well", () => {
    const window = [clause("context_window", "required", { min: 200_000 })];
    const context = begin(window, manifest({ context_window: "unknown" }));
    const probe = (limit: number) =>
      settleObligation(context, trial({ capability: "context_window", limit }));
    expect(probe(32_000).trigger).toBe("evidence.change");
    expect(probe(200_000).trigger).toBeUndefined();
  });

  it("does not decide again when a failure tells nothing new", () => {
    const known = manifest({ vision: claim("unsupported", { evidence: "observed" }) });
    const context = begin([clause("vision", "on_use")], known);
    const settled = settleObligation(context, trial({ capability: "vision", by: "use", ok: false }));
    expect(settled.trigger).toBeUndefined();
    expect(settled.obligations).toEqual(context.obligations);
  });
});

describe("the fact that a trial gives", () => {
  it("carries everything that the trial showed", () => {
    const context = begin([], manifest({}));
    const { fact } = settleObligation(
      context,
      trial({ by: "use", support: "restricted", limit: 3, kinds: ["text"], reason: "why" }),
    );
    expect(fact).toEqual({
      capability: "cache_control",
      claim: {
        support: "restricted",
        limit: 3,
        kinds: ["text"],
        reason: "why",
        evidence: "observed",
        at: AT,
      },
    });
    expect(settleObligation(context, trial({ ok: false, support: "native" })).fact.claim).toEqual({
      support: "unsupported",
      evidence: "probed",
      at: AT,
    });
  });

  it("keeps the known limit and kinds when it is compared with the demand", () => {
    const known = manifest({ x: claim("native", { limit: 10, kinds: ["text"] }) });
    const demand = [clause("x", "required", { min: 10, kinds: ["text"] })];
    const context = begin(demand, known);
    const triggerOf = (more: Partial<Trial>) =>
      settleObligation(context, trial({ capability: "x", ...more })).trigger;
    expect(triggerOf({ support: "emulated" })).toBeUndefined();
    expect(triggerOf({ limit: 9 })).toBe("evidence.change");
    expect(triggerOf({ kinds: ["image"] })).toBe("evidence.change");
    const native = begin([clause("x", "required", { floor: "native" })], known);
    expect(settleObligation(native, trial({ capability: "x", support: "emulated" })).trigger).toBe(
      "evidence.change",
    );
  });
});

describe("evidence without an obligation", () => {
  it("that contradicts a claim in use calls for a new decision", () => {
    const context = begin([clause("tool_use")], manifest({ tool_use: "native" }));
    expect(context.obligations).toEqual([]);
    const failed = trial({ capability: "tool_use", by: "use", ok: false });
    expect(settleObligation(context, failed).trigger).toBe("evidence.change");
    expect(settleObligation(context, { ...failed, ok: true }).trigger).toBeUndefined();
  });

  it("on what nobody needs calls for nothing", () => {
    const context = begin([], manifest({ tool_use: "native" }));
    const failed = trial({ capability: "tool_use", by: "use", ok: false });
    expect(settleObligation(context, failed).trigger).toBeUndefined();
  });
});
