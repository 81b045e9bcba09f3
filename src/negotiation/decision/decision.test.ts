import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  anyDemand,
  anyManifest,
  anyOptions,
  claim,
  clause,
  MAPPED,
  manifest,
  source,
  TARGET,
} from "../fixtures/builders.ts";
import { judge, verdictOf } from "../judgement/judge.ts";
import type { Target } from "../supply/target.ts";
import { acknowledgeByPolicy, missingAcknowledgement, unacknowledged } from "./acknowledgement.ts";
import { decide } from "./decision.ts";
import { listMisses, rejection } from "./rejection.ts";

const emulator = { id: "tool-protocol", capability: "tool_use", fidelity: "minor" };
const base = { id: "d1", trigger: "model.switch" as const };

describe("decision", () => {
  it("carries findings, plan, obligations and digests", () => {
    const supply = manifest({ streaming: "native" }, { closed: false });
    const denied = manifest({ streaming: "native", tool_use: "unsupported" }, { closed: false });
    const decision = decide({
      ...base,
      demand: [clause("tool_use"), clause("vision"), clause("vision", "on_use"), clause("streaming")],
      manifest: denied,
      emulators: [emulator],
    });
    expect(decision.verdict).toBe("accept");
    expect(decision.findings.map(({ outcome }) => outcome)).toEqual([
      "satisfied",
      "emulated",
      "deferred",
      "deferred",
    ]);
    expect(decision.plan).toEqual([{ capability: "tool_use", emulator: "tool-protocol", fidelity: "minor" }]);
    expect(decision.obligations).toEqual([{ capability: "vision", before: "first_use" }]);
    expect(decision.manifestDigest).toBe(denied.digest);
    expect(decide({ ...base, demand: [], manifest: supply }).manifestDigest).toBe(supply.digest);
  });

  it("plans only its own emulators: what a backend emulates by itself needs no step", () => {
    const supply = manifest({ tool_use: "emulated" });
    expect(
      decide({ ...base, demand: [clause("tool_use")], manifest: supply, emulators: [emulator] }).plan,
    ).toEqual([]);
  });

  it("plans nothing for what is not accepted as emulated", () => {
    const demand = [clause("tool_use", "required", { floor: "native" })];
    const decision = decide({ ...base, demand, manifest: manifest({}), emulators: [emulator] });
    expect([decision.verdict, decision.plan]).toEqual(["reject", []]);
  });

  it("reports every miss with who needs it, never only the first", () => {
    const demand = [
      clause("vision", "required", { by: source("context_provider", "docs") }),
      clause("tool_use", "required", { by: source("state_machine", "review") }),
      clause("vision", "required", { by: source("hook", "guard") }),
    ];
    const decision = decide({ ...base, demand, manifest: manifest({}) });
    expect(listMisses(decision)).toEqual([
      { capability: "tool_use", required_by: "state_machine:review", reason: "unlisted" },
      { capability: "vision", required_by: "context_provider:docs", reason: "unlisted" },
      { capability: "vision", required_by: "hook:guard", reason: "unlisted" },
    ]);
    const error = rejection(decision);
    expect(error.code).toBe("capability_unsupported");
    expect(error.message).toContain("tool_use");
    expect(error.message).toContain("hook:guard");
  });

  it("has one finding per clause, its verdict follows from them, and every miss is named", () => {
    fc.assert(
      fc.property(anyDemand, anyManifest, anyOptions, (demand, supply, options) => {
        const decision = decide({ ...base, ...options, demand, manifest: supply });
        const missing = demand.filter(
          (requirement) => judge(requirement, supply, options).outcome === "missing",
        );
        for (const requirement of missing) {
          expect(listMisses(decision)).toContainEqual(
            expect.objectContaining({
              capability: requirement.capability,
              required_by: `${requirement.by.kind}:${requirement.by.id}`,
            }),
          );
        }
        expect(decision.verdict === "reject").toBe(missing.length > 0);
        expect(decision.verdict).toBe(verdictOf(decision.findings));
        for (const { capability } of decision.findings
          .filter(({ outcome }) => outcome === "deferred")
          .map((finding) => finding.requirement)) {
          expect(decision.obligations.map((obligation) => obligation.capability)).toContain(capability);
        }
      }),
    );
  });

  it("is the same for the same facts in any order", () => {
    fc.assert(
      fc.property(anyDemand, anyManifest, anyOptions, (demand, supply, options) => {
        const request = { ...base, ...options, manifest: supply };
        expect(decide({ ...request, demand: [...demand].reverse() })).toEqual(decide({ ...request, demand }));
      }),
    );
  });
});

describe("rejection", () => {
  const reject = (need: Parameters<typeof clause>, supply: Parameters<typeof manifest>[0], closed = true) =>
    rejection(
      decide({ ...base, mode: "strict", demand: [clause(...need)], manifest: manifest(supply, { closed }) }),
    );

  it.each([
    [["tool_use", "required"], {}, true, "tool_use (not listed, needed by operator:test)"],
    [
      ["tool_use", "required"],
      { tool_use: "unsupported" },
      true,
      "tool_use (unsupported, needed by operator:test)",
    ],
    [
      ["tool_use", "required"],
      { tool_use: "emulated" },
      true,
      "tool_use (only emulated, native is needed, needed by operator:test)",
    ],
    [
      ["context_window", "required", { min: 9 }],
      { context_window: claim("native", { limit: 8 }) },
      true,
      "context_window (8 of at least 9, needed by operator:test)",
    ],
    [
      ["input_modality", "required", { kinds: ["text", "pdf", "audio"] }],
      { input_modality: claim("native", { kinds: ["text"] }) },
      true,
      "input_modality (without audio, pdf, needed by operator:test)",
    ],
    [["tool_use", "required"], {}, false, "tool_use (not known: not listed, needed by operator:test)"],
    [
      ["tool_use", "required"],
      { tool_use: "unknown" },
      true,
      "tool_use (not known, needed by operator:test)",
    ],
  ] as const)("%j of %j", (need, supply, closed, words) => {
    expect(reject(need as unknown as Parameters<typeof clause>, supply, closed).message).toBe(
      `acme/large lacks ${words}`,
    );
  });

  it("carries the decision, every miss and the suggestions, and advises only with suggestions", () => {
    const request = { ...base, demand: [clause("tool_use"), clause("vision")], manifest: manifest({}) };
    const error = rejection(decide(request));
    expect(error.details).toEqual({
      decision_id: "d1",
      capability: "tool_use",
      support_level: "unsupported",
      missing: [
        { capability: "tool_use", required_by: "operator:test", reason: "unlisted" },
        { capability: "vision", required_by: "operator:test", reason: "unlisted" },
      ],
      suggestions: [],
    });
    expect(error.message).toContain("; vision");
    const other = manifest(
      { tool_use: "native", vision: "native" },
      { target: { provider: "zeta", model: "a", backend: "x" } },
    );
    const advised = rejection(decide({ ...request, candidates: [other] }), "subagent_capability_mismatch");
    expect(advised).toMatchObject({
      code: "subagent_capability_mismatch",
      advice: "These satisfy everything: zeta/a@x.",
      details: { suggestions: ["zeta/a@x"] },
    });
    expect(error.advice).not.toBe(advised.advice);
  });
});

describe("suggestions", () => {
  const demand = [clause("tool_use"), clause("vision", "preferred")];
  const candidate = (
    provider: string,
    model: string,
    claims: Parameters<typeof manifest>[0],
    closed = true,
  ) => manifest(claims, { target: { provider, model }, closed });
  const whole = { tool_use: "native", vision: "native" } as const;
  const candidates = [
    candidate("zeta", "b", whole),
    candidate("zeta", "a", whole),
    candidate("acme", "small", whole),
    candidate("acme", "partial", { tool_use: "native", vision: "emulated" }),
    candidate("acme", "blind", { tool_use: "native" }),
    candidate("acme", "open", {}, false),
    candidate("acme", "large", whole),
  ];
  const names = (targets: readonly Target[]): readonly string[] =>
    targets.map(({ provider, model }) => `${provider}/${model}`);

  it("are targets that judge to accept, the surest first, never the asked or the present one", () => {
    const rejected = decide({
      ...base,
      demand,
      manifest: manifest({}),
      candidates,
      previous: { provider: "zeta", model: "b" },
    });
    expect(names(rejected.suggestions)).toEqual(["acme/small", "zeta/a", "acme/partial"]);
    for (const target of rejected.suggestions) {
      const supply = candidates.find((one) => one.target === target);
      if (supply === undefined) throw new Error("suggested what was no candidate");
      expect(decide({ ...base, demand, manifest: supply }).verdict).toBe("accept");
    }
    expect(rejected.target).toEqual(TARGET);
  });

  it("are none when the decision is a plain accept", () => {
    expect(
      decide({ ...base, demand, manifest: candidate("acme", "small", whole), candidates }).suggestions,
    ).toEqual([]);
  });

  it("come in the same order whatever order the candidates have", () => {
    const request = { ...base, demand, manifest: manifest({}) };
    const forward = decide({ ...request, candidates });
    const backward = decide({ ...request, candidates: [...candidates].reverse() });
    expect(backward.suggestions).toEqual(forward.suggestions);
    expect(MAPPED.lane).toBe(forward.lane);
  });
});

describe("acknowledgement", () => {
  const decision = decide({
    ...base,
    demand: [clause("vision", "preferred"), clause("audio", "preferred")],
    manifest: manifest({}),
  });

  it("is asked for with an error that names the open capabilities", () => {
    expect(missingAcknowledgement(decision, ["audio", "vision"])).toMatchObject({
      code: "negotiation_acknowledgement_required",
      message: "nobody accepted to go without audio, vision",
      details: { decision_id: "d1", capabilities: ["audio", "vision"] },
    });
    expect(acknowledgeByPolicy(decision, "all", "2026-01-01T00:00:00Z")).toMatchObject({
      by: "policy",
      at: "2026-01-01T00:00:00Z",
    });
  });

  it("must name every loss", () => {
    const ack = { by: "ann", at: "", accepted: ["audio"] };
    expect(unacknowledged(decision, undefined)).toEqual(["audio", "vision"]);
    expect(unacknowledged(decision, ack)).toEqual(["vision"]);
    expect(unacknowledged(decision, { ...ack, accepted: ["vision", "audio"] })).toEqual([]);
  });

  it("follows a policy if nobody can be asked", () => {
    expect(acknowledgeByPolicy(decision, "all", "").accepted).toEqual(["audio", "vision"]);
    expect(acknowledgeByPolicy(decision, "none", "").accepted).toEqual([]);
    expect(acknowledgeByPolicy(decision, ["vision", "streaming"], "").accepted).toEqual(["vision"]);
  });
});
