import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CapabilityRequirements, openPolicy, wireCapabilities } from "../../contract/index.ts";
import { type MappingQuality, rateFidelity } from "./fidelity.ts";
import { projectionOfOrder, projectOrder, projectRequirements } from "./projection.ts";
import type { ProjectionBackend } from "./score.ts";
import { checkWeights } from "./weights.ts";

const needing = (...entries: [string, string][]): CapabilityRequirements =>
  ({
    required: entries.map(([capability, min_support]) => ({ capability, min_support })),
  }) as CapabilityRequirements;

const backend = (id: string, more: Partial<ProjectionBackend> = {}): ProjectionBackend => ({
  id,
  manifest: {},
  dialect: "claude",
  priority: 0,
  ...more,
});

const wanted = needing(["streaming", "native"], ["tool_read", "emulated"]);
const full = { streaming: "native", tool_read: "emulated" } as const;

describe("fidelity of a way between dialects", () => {
  const rules: Record<string, MappingQuality> = {
    tool_use: "lossless",
    streaming: "lossy",
    thinking: "unsupported",
  };
  const lookup = (_source: string, _target: string, feature: string): MappingQuality | undefined =>
    rules[feature];
  const rate = (source: string | undefined, features: string[], known = true) =>
    rateFidelity({
      ...(source === undefined ? {} : { source }),
      target: "gemini",
      features,
      lookup: known ? lookup : () => undefined,
    }).value;

  it("is whole without a source dialect and within one dialect", () => {
    expect(rate(undefined, [])).toBe(1);
    expect(rate("gemini", ["thinking"])).toBe(1);
  });

  it("without features is 0.8 if tool use can be mapped, else 0", () => {
    expect(rate("claude", [])).toBe(0.8);
    expect(rate("claude", [], false)).toBe(0);
  });

  it("with features weighs lossless by 0.7 and supported by 0.3", () => {
    expect(rate("claude", ["tool_use"])).toBeCloseTo(1, 12);
    expect(rate("claude", ["tool_use", "streaming"])).toBeCloseTo(0.7 * 0.5 + 0.3, 12);
    expect(rate("claude", ["tool_use", "streaming", "thinking", "audio"])).toBeCloseTo(0.7 / 4 + 0.3 / 2, 12);
    expect(rate("claude", ["thinking", "audio"])).toBe(0);
  });
});

describe("weights", () => {
  it("must not be negative and must sum to one, within a hundredth", () => {
    expect(() => checkWeights({ coverage: 0.5, fidelity: 0.3, priority: 0.21 })).not.toThrow();
    expect(() => checkWeights({ coverage: 0.5, fidelity: 0.3, priority: 0.19 })).not.toThrow();
    for (const [coverage, fidelity, priority] of [
      [0.5, 0.3, 0.22],
      [0.5, 0.3, 0.18],
      [1.2, -0.2, 0],
      [Number.NaN, 0.5, 0.5],
      [Number.POSITIVE_INFINITY, 0, 0],
    ] as const) {
      expect(() => checkWeights({ coverage, fidelity, priority })).toThrow(
        expect.objectContaining({ code: "config_invalid" }),
      );
    }
  });
});

describe("projection", () => {
  it("adds coverage, fidelity and priority, and explains each", () => {
    const projection = projectRequirements({
      requirements: wanted,
      source: "claude",
      backends: [
        backend("half", { manifest: { streaming: "native" }, priority: 50 }),
        backend("far", { manifest: full, dialect: "gemini", priority: 100 }),
      ],
    });
    const totals = projection.scores.map(({ id, total }) => [id, Number(total.toFixed(6))]);
    expect(totals).toEqual([
      ["far", 0.5 * 1 + 0.3 * 0 + 0.2 * 1],
      ["half", 0.5 * 0.5 + 0.3 * 1 + 0.2 * 0.5],
    ]);
    const half = projection.scores[1];
    expect(half?.terms.map(({ term, words }) => `${term}: ${words}`)).toEqual([
      "coverage: 1 native and 0 emulated of 2 required; lacks tool_read",
      "fidelity: the backend speaks the caller's dialect, claude",
      "priority: priority 50, the highest being 100",
    ]);
    expect(half?.terms[0]).toMatchObject({
      value: 0.5,
      weight: 0.5,
      points: 0.25,
      inputs: { native: 1, emulated: 0, required: 2, unsupported: ["tool_read"] },
    });
  });

  it("gives the passthrough bonus to the caller's own dialect only, and only when asked", () => {
    const request = {
      requirements: needing(),
      source: "claude",
      backends: [backend("same"), backend("other", { dialect: "gemini", priority: 1 })],
    };
    const total = (passthrough: boolean, id: string): number | undefined =>
      projectRequirements({ ...request, passthrough }).scores.find((score) => score.id === id)?.total;
    expect((total(true, "same") ?? 0) - (total(false, "same") ?? 0)).toBeCloseTo(0.15, 12);
    expect(total(true, "other")).toBe(total(false, "other"));
  });

  it.each([
    [undefined, [], "the caller names no dialect"],
    ["gemini", [], "the backend speaks the caller's dialect, gemini"],
    ["claude", [], "there is no mapping from claude to gemini"],
    ["claude", ["tool_use", "vision"], "from claude to gemini, 1 of 2 features are lossless and 1 supported"],
  ])("explains the fidelity from %s with %j", (source, features, words) => {
    const { scores } = projectRequirements({
      requirements: needing(),
      backends: [backend("a", { dialect: "gemini" })],
      ...(source === undefined ? {} : { source }),
      features,
      lookup: (_source, _target, feature) =>
        feature === "tool_use" && features.length > 0 ? "lossless" : undefined,
    });
    expect(scores[0]?.terms[1]).toMatchObject({
      term: "fidelity",
      words,
      inputs: { source: source ?? null },
    });
    expect(scores[0]?.terms[0]?.words).toBe("nothing is required");
  });

  it("explains a known mapping and the passthrough bonus", () => {
    const { scores } = projectRequirements({
      requirements: needing(),
      source: "claude",
      passthrough: true,
      backends: [backend("far", { dialect: "gemini" }), backend("near")],
      lookup: () => "lossy",
    });
    expect(scores.map(({ id, terms }) => [id, terms.at(-1)?.words, terms[1]?.words])).toEqual([
      [
        "near",
        "passthrough is asked for and the backend speaks claude",
        "the backend speaks the caller's dialect, claude",
      ],
      ["far", "priority 0, the highest being 0", "there is a mapping from claude to gemini"],
    ]);
  });

  it("honours the minimum: a level below it covers nothing", () => {
    const { scores } = projectRequirements({
      requirements: needing(["streaming", "native"]),
      backends: [backend("a", { manifest: { streaming: "emulated" } })],
    });
    expect(scores[0]?.terms[0]?.value).toBe(0);
  });

  it("breaks ties by id", () => {
    const backends = ["b", "a", "c"].map((id) => backend(id, { manifest: full }));
    const projection = projectRequirements({ requirements: wanted, backends });
    expect(projection).toMatchObject({
      outcome: "selected",
      selected: { id: "a" },
      fallbackChain: ["b", "c"],
    });
  });

  it("chooses the first that lacks nothing, although another scores higher", () => {
    const projection = projectRequirements({
      requirements: wanted,
      source: "claude",
      backends: [
        backend("grand", { manifest: { streaming: "native" }, priority: 100 }),
        backend("whole", { manifest: full, dialect: "gemini" }),
      ],
    });
    expect(projection.scores.map(({ id }) => id)).toEqual(["grand", "whole"]);
    expect(projection).toMatchObject({
      outcome: "selected",
      selected: { id: "whole", compatible: true },
      requiredEmulations: [{ capability: "tool_read", strategy: "adapter" }],
      fallbackChain: ["grand"],
      words: "whole scores 0.500, the highest of those that lack nothing (grand scored higher)",
    });
  });

  it("chooses the first overall when all lack something, and says so", () => {
    const backends = [backend("z"), backend("a", { manifest: { streaming: "native" } }), backend("y")];
    const projection = projectRequirements({ requirements: wanted, backends });
    expect(projection).toMatchObject({ outcome: "selected", selected: { id: "a", compatible: false } });
    expect(projection.words).toBe("a scores 0.550, but lacks tool_read: no backend has everything");
  });

  it("finds no suitable backend when the best covers nothing, or when there is none", () => {
    expect(
      projectRequirements({ requirements: wanted, backends: [backend("a"), backend("b")] }).outcome,
    ).toBe("no_suitable_backend");
    expect(projectRequirements({ requirements: wanted, backends: [] }).outcome).toBe("no_suitable_backend");
    expect(projectRequirements({ requirements: needing(), backends: [backend("a")] }).outcome).toBe(
      "selected",
    );
  });

  it("reads dialect and lane from a work order's vendor settings", () => {
    const order = (abp: unknown) => ({
      requirements: wanted,
      config: { model: null, vendor: { abp }, env: {}, max_budget_usd: null, max_turns: null },
      policy: openPolicy(),
    });
    expect(projectionOfOrder(order({ mode: "passthrough", source_dialect: "claude" }))).toEqual({
      requirements: wanted,
      source: "claude",
      passthrough: true,
    });
    for (const odd of [undefined, null, "passthrough", { mode: 1, source_dialect: [] }]) {
      expect(projectionOfOrder(order(odd))).toEqual({ requirements: wanted, passthrough: false });
    }
    const chosen = projectOrder(order({ source_dialect: "gemini" }), [backend("a", { manifest: full })], {
      source: "claude",
    });
    expect(chosen.scores[0]?.terms[1]?.inputs).toMatchObject({ source: "claude", rule: "same_dialect" });
  });
});

describe("any projection", () => {
  const anyLevel = fc.constantFrom("native", "emulated", "unsupported");
  const anyName = fc.constantFrom(...wireCapabilities.slice(0, 6));
  const anyBackend = fc.record({
    id: fc.string({ minLength: 1, maxLength: 3 }),
    manifest: fc.dictionary(anyName, anyLevel),
    dialect: fc.constantFrom("claude", "gemini", "openai"),
    priority: fc.nat({ max: 1000 }),
  }) as fc.Arbitrary<ProjectionBackend>;
  const anyRequest = fc.record({
    backends: fc.uniqueArray(anyBackend, { selector: ({ id }) => id, maxLength: 6 }),
    requirements: fc
      .array(fc.tuple(anyName, fc.constantFrom("native", "emulated")), { maxLength: 4 })
      .map((entries) => needing(...entries)),
    source: fc.constantFrom("claude", "gemini"),
    passthrough: fc.boolean(),
  });

  it("has the totals that the formula gives, and terms that add up to them", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const highest = Math.max(1, ...request.backends.map(({ priority }) => priority));
        for (const score of projectRequirements(request).scores) {
          const { manifest, dialect, priority } = request.backends.find(
            ({ id }) => id === score.id,
          ) as ProjectionBackend;
          const { required } = request.requirements;
          const met = required.filter(({ capability, min_support }) => {
            const level = manifest[capability];
            return level === "native" || (level === "emulated" && min_support === "emulated");
          });
          const coverage = required.length === 0 ? 1 : met.length / required.length;
          const same = dialect === request.source;
          const bonus = request.passthrough && same ? 0.15 : 0;
          expect(score.total).toBeCloseTo(
            0.5 * coverage + 0.3 * (same ? 1 : 0) + 0.2 * (priority / highest) + bonus,
            12,
          );
          expect(score.terms.reduce((sum, { points }) => sum + points, 0)).toBe(score.total);
          expect(score.compatible).toBe(met.length === required.length);
        }
      }),
    );
  });

  it("does not depend on the order of registration", () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const backward = projectRequirements({ ...request, backends: [...request.backends].reverse() });
        expect(backward).toEqual(projectRequirements(request));
      }),
    );
  });
});
