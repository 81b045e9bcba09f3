import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AT, anyManifest, claim, manifest, TARGET } from "../fixtures/builders.ts";
import type { Claim } from "./claim.ts";
import { supportRank } from "./clamp.ts";
import type { Manifest } from "./manifest.ts";
import { assembleSupply, contradicts, LEARNT_MAX_AGE } from "./supply.ts";

const now = Date.parse(AT);
const parts = (declared: Manifest, catalogued?: Manifest) => ({
  target: TARGET,
  declared,
  ...(catalogued === undefined ? {} : { catalogued }),
  now,
});

describe("supply: declarations and the catalogue", () => {
  it("takes the lower support, the smaller limit and the common kinds", () => {
    const declared = manifest({
      streaming: "native",
      context_window: claim("native", { limit: 1_000_000 }),
      input_modality: claim("native", { kinds: ["text", "image", "video"] }),
    });
    const catalogued = manifest(
      {
        streaming: "unsupported",
        context_window: claim("native", { limit: 200_000 }),
        input_modality: claim("native", { kinds: ["text", "image", "pdf"] }),
      },
      { closed: false },
    );
    const { manifest: supply, overstatements } = assembleSupply(parts(declared, catalogued));
    expect(supply.claims["streaming"]?.support).toBe("unsupported");
    expect(supply.claims["context_window"]?.limit).toBe(200_000);
    expect(supply.claims["input_modality"]?.kinds).toEqual(["text", "image"]);
    expect(overstatements.map(({ capability, aspect }) => [capability, aspect])).toEqual([
      ["context_window", "limit"],
      ["input_modality", "kinds"],
      ["streaming", "support"],
    ]);
  });

  it("lets no declaration be raised by the catalogue", () => {
    const declared = manifest({ tool_use: "restricted", context_window: claim("native", { limit: 8_000 }) });
    const catalogued = manifest(
      { tool_use: "native", context_window: claim("native", { limit: 200_000 }), vision: "native" },
      { closed: false },
    );
    const { manifest: supply, overstatements } = assembleSupply(parts(declared, catalogued));
    expect(supply.claims["tool_use"]?.support).toBe("restricted");
    expect(supply.claims["context_window"]?.limit).toBe(8_000);
    expect(supply.claims["vision"]?.support).toBe("unsupported");
    expect(overstatements).toEqual([]);
  });

  it("takes the catalogue if a declaration is open and silent, and the declaration if the catalogue is", () => {
    const declared = manifest({ tool_bash: "native" }, { closed: false });
    const catalogued = manifest({ streaming: "native" }, { closed: false });
    const { manifest: supply, overstatements } = assembleSupply(parts(declared, catalogued));
    expect(supply.closed).toBe(false);
    expect(supply.claims["tool_bash"]?.support).toBe("native");
    expect(supply.claims["streaming"]?.support).toBe("native");
    expect(overstatements).toEqual([]);
  });

  it("finds no overstatement if the catalogue itself does not know, and yet does not believe it", () => {
    const declared = manifest({ cache_control: "native" });
    const catalogued = manifest({ cache_control: "unknown" }, { closed: false });
    const { manifest: supply, overstatements } = assembleSupply(parts(declared, catalogued));
    expect(supply.claims["cache_control"]?.support).toBe("unknown");
    expect(overstatements).toEqual([]);
  });

  it("never promises more than either side", () => {
    fc.assert(
      fc.property(anyManifest, anyManifest, (declared, catalogued) => {
        const { manifest: supply } = assembleSupply(parts(declared, catalogued));
        for (const [name, value] of Object.entries(supply.claims)) {
          for (const side of [declared, catalogued]) {
            const bound = side.claims[name];
            if (bound === undefined) {
              if (side.closed) expect(value.support).toBe("unsupported");
              continue;
            }
            expect(supportRank(value.support)).toBeLessThanOrEqual(supportRank(bound.support));
            if (bound.limit !== undefined) expect(value.limit).toBeLessThanOrEqual(bound.limit);
            if (bound.kinds !== undefined) {
              expect(value.kinds?.every((kind) => bound.kinds?.includes(kind))).toBe(true);
            }
          }
        }
      }),
    );
  });
});

describe("supply: completeness and overstatements", () => {
  const open = { closed: false };

  it("is complete when the declaration or the catalogue is complete", () => {
    const isClosed = (declared: boolean, catalogued: boolean): boolean =>
      assembleSupply(parts(manifest({}, { closed: declared }), manifest({}, { closed: catalogued }))).manifest
        .closed;
    expect([isClosed(true, false), isClosed(false, true), isClosed(false, false)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(assembleSupply({ target: TARGET, catalogued: manifest({}), now }).manifest.closed).toBe(true);
    expect(assembleSupply({ target: TARGET, now })).toMatchObject({
      manifest: { closed: false, claims: {} },
      overstatements: [],
    });
  });

  it("names only the aspects that are overstated, with both claims", () => {
    const said = claim("native", { limit: 5, kinds: ["text"] });
    const overstated = (known: Claim) =>
      assembleSupply(parts(manifest({ x: said }, open), manifest({ x: known }, open))).overstatements;
    expect(overstated(claim("native", { limit: 5, kinds: ["text"] }))).toEqual([]);
    expect(overstated(claim("native"))).toEqual([]);
    expect(overstated(claim("native", { limit: 6, kinds: ["text", "image"] }))).toEqual([]);
    const known = claim("emulated", { limit: 4, kinds: ["image"] });
    expect(overstated(known)).toEqual(
      ["support", "limit", "kinds"].map((aspect) => ({
        capability: "x",
        aspect,
        declared: said,
        catalogued: known,
      })),
    );
  });

  it("names the capabilities in order, whatever order the declaration has", () => {
    const claims = Object.fromEntries(["b", "c", "a"].map((name) => [name, claim("native")]));
    const { overstatements } = assembleSupply(parts({ ...manifest({}), claims }, manifest({})));
    expect(overstatements.map(({ capability }) => capability)).toEqual(["a", "b", "c"]);
  });

  it("counts a declaration against a complete catalogue that does not list the capability", () => {
    const { overstatements } = assembleSupply(parts(manifest({ x: "native" }, open), manifest({})));
    expect(overstatements).toMatchObject([
      {
        aspect: "support",
        catalogued: { support: "unsupported", reason: "not listed", evidence: "catalog", at: "" },
      },
    ]);
  });

  it("does not count an unknown declaration as overstated", () => {
    const { overstatements } = assembleSupply(
      parts(manifest({ x: "unknown" }, open), manifest({ x: "unsupported" }, open)),
    );
    expect(overstatements).toEqual([]);
  });
});

describe("contradicts", () => {
  const known = claim("native", { limit: 5, kinds: ["text", "image"] });

  it.each<[string, Claim, boolean]>([
    ["the same claim", known, false],
    ["no word on limit and kinds", claim("native"), false],
    ["the kinds in another order", claim("native", { kinds: ["image", "text"] }), false],
    ["another support", claim("emulated"), true],
    ["another limit", claim("native", { limit: 6 }), true],
    ["fewer kinds", claim("native", { kinds: ["text"] }), true],
    ["more kinds", claim("native", { kinds: ["text", "image", "pdf"] }), true],
  ])("%s", (_name, learnt, expected) => {
    expect(contradicts(known, learnt)).toBe(expected);
  });

  it("finds new kinds if none were known", () => {
    expect(contradicts(claim("native"), claim("native", { kinds: ["text"] }))).toBe(true);
  });
});

describe("supply: what was learnt", () => {
  const learnt = (support: Claim["support"], more: Partial<Claim> = {}) => ({
    capability: "cache_control",
    claim: claim(support, { evidence: "probed", ...more }),
  });
  const supplied = (...facts: ReturnType<typeof learnt>[]): Claim | undefined =>
    assembleSupply({
      ...parts(manifest({ cache_control: claim("restricted", { limit: 4 }) })),
      learnt: facts,
    }).manifest.claims["cache_control"];
  const later = (milliseconds: number): string => new Date(now + milliseconds).toISOString();

  it("raises and lowers a claim, and keeps the bounds it does not speak of", () => {
    expect(supplied(learnt("native"))).toMatchObject({ support: "native", limit: 4, evidence: "probed" });
    expect(supplied(learnt("unsupported", { evidence: "observed" }))?.support).toBe("unsupported");
  });

  it("keeps the limit and the kinds that a fact does not speak of, and nothing else", () => {
    const known = claim("restricted", { limit: 4, kinds: ["a"], reason: "r", evidence: "catalog" });
    const taught = (more: Partial<Claim>): Claim | undefined =>
      assembleSupply({ ...parts(manifest({ cache_control: known })), learnt: [learnt("native", more)] })
        .manifest.claims["cache_control"];
    const fact = learnt("native").claim;
    expect(taught({})).toEqual({ ...fact, limit: 4, kinds: ["a"] });
    expect(taught({ limit: 7 })).toEqual({ ...fact, limit: 7, kinds: ["a"] });
    expect(taught({ kinds: ["b"] })).toEqual({ ...fact, limit: 4, kinds: ["b"] });
    const bare = assembleSupply({ target: TARGET, learnt: [learnt("native")], now });
    expect(bare.manifest.claims).toEqual({ cache_control: fact });
  });

  it("counts only while it is fresh, and only if it was probed or observed", () => {
    expect(supplied(learnt("native", { at: later(-LEARNT_MAX_AGE) }))?.support).toBe("native");
    expect(supplied(learnt("native", { at: later(-LEARNT_MAX_AGE - 1) }))?.support).toBe("restricted");
    expect(supplied(learnt("native", { at: later(LEARNT_MAX_AGE) }))?.support).toBe("native");
    expect(supplied(learnt("native", { at: later(LEARNT_MAX_AGE + 1) }))?.support).toBe("restricted");
    expect(supplied(learnt("native", { at: "yesterday" }))?.support).toBe("restricted");
    expect(supplied(learnt("native", { evidence: "catalog" }))?.support).toBe("restricted");
    expect(supplied(learnt("native", { evidence: "declared" }))?.support).toBe("restricted");
  });

  it("takes the latest fact, and an observation before a probe of the same moment", () => {
    const old = learnt("unsupported", { at: later(-1000) });
    expect(supplied(learnt("native"), old)?.support).toBe("native");
    const seen = learnt("unsupported", { evidence: "observed" });
    expect(supplied(seen, learnt("native"))?.support).toBe("unsupported");
  });
});
