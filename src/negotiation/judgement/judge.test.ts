import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Floor, Need } from "../demand/requirement.ts";
import {
  AT,
  anyClause,
  anyDemand,
  anyManifest,
  anyOptions,
  claim,
  clause,
  MAPPED,
  manifest,
} from "../fixtures/builders.ts";
import type { Claim, Support } from "../supply/claim.ts";
import type { Manifest } from "../supply/manifest.ts";
import type { FindingOutcome, FindingReason } from "./finding.ts";
import { type JudgeOptions, judge, verdictOf } from "./judge.ts";

const emulator = { id: "tool-protocol", capability: "tool_use", fidelity: "minor" };
const strict: JudgeOptions = { ...MAPPED, mode: "strict" };

describe("judge: support against floor and need", () => {
  type Row = [Support, Floor, Need, "strict" | "best_effort", FindingOutcome, FindingReason];
  const rows: Row[] = [
    ["native", "native", "required", "best_effort", "satisfied", "ok"],
    ["native", "emulated", "required", "strict", "satisfied", "ok"],
    ["emulated", "emulated", "required", "best_effort", "emulated", "ok"],
    ["emulated", "native", "required", "best_effort", "missing", "below_floor"],
    ["emulated", "emulated", "required", "strict", "missing", "below_floor"],
    ["emulated", "emulated", "preferred", "strict", "emulated", "ok"],
    ["emulated", "native", "preferred", "best_effort", "degraded", "below_floor"],
    ["emulated", "native", "on_use", "best_effort", "deferred", "below_floor"],
    ["restricted", "emulated", "required", "best_effort", "restricted", "ok"],
    ["restricted", "native", "required", "best_effort", "missing", "below_floor"],
    ["unsupported", "emulated", "required", "best_effort", "missing", "unsupported"],
    ["unsupported", "emulated", "preferred", "best_effort", "degraded", "unsupported"],
    ["unsupported", "emulated", "on_use", "strict", "deferred", "unsupported"],
    ["unknown", "emulated", "required", "best_effort", "deferred", "unknown"],
    ["unknown", "emulated", "required", "strict", "missing", "unknown"],
    ["unknown", "native", "preferred", "strict", "deferred", "unknown"],
    ["unknown", "emulated", "on_use", "strict", "deferred", "unknown"],
  ];

  it.each(rows)("%s against floor %s, %s, %s: %s (%s)", (support, floor, need, mode, outcome, reason) => {
    const finding = judge(clause("tool_use", need, { floor }), manifest({ tool_use: support }), {
      ...MAPPED,
      mode,
    });
    expect([finding.outcome, finding.reason]).toEqual([outcome, reason]);
  });
});

describe("judge: what is not listed", () => {
  it("is unsupported in a complete list, and says that it was not listed", () => {
    const finding = judge(clause("tool_use"), manifest({}), MAPPED);
    expect([finding.outcome, finding.reason]).toEqual(["missing", "unlisted"]);
  });

  it("is unknown in an open list", () => {
    const finding = judge(clause("tool_use"), manifest({}, { closed: false }), MAPPED);
    expect([finding.outcome, finding.reason]).toEqual(["deferred", "unknown"]);
  });

  it("does not fail open: an empty manifest before the handshake is no accept in strict mode", () => {
    const finding = judge(clause("tool_use"), manifest({}, { closed: false }), strict);
    expect(verdictOf([finding])).toBe("reject");
  });

  it("is not found on an object's prototype", () => {
    for (const name of ["constructor", "toString", "__proto__"]) {
      expect(judge(clause(name), manifest({ streaming: "native" }), MAPPED).outcome).toBe("missing");
    }
  });
});

describe("judge: bounds", () => {
  const window = (limit?: number): Manifest =>
    manifest({ context_window: claim("native", limit === undefined ? {} : { limit }) });
  const kinds = (...names: string[]): Manifest =>
    manifest({ input_modality: claim("native", { kinds: names }) });

  it("compares the limit with the minimum", () => {
    expect(judge(clause("context_window", "required", { min: 64_000 }), window(64_000), MAPPED).outcome).toBe(
      "satisfied",
    );
    const below = judge(clause("context_window", "required", { min: 64_001 }), window(64_000), MAPPED);
    expect([below.outcome, below.reason]).toEqual(["missing", "below_minimum"]);
  });

  it("asks for every kind", () => {
    const need = clause("input_modality", "required", { kinds: ["image", "audio"] });
    expect(judge(need, kinds("audio", "image", "text"), MAPPED).outcome).toBe("satisfied");
    expect(judge(need, kinds("image"), MAPPED).reason).toBe("kind_missing");
  });

  it("takes a bound without a known limit or kinds for unknown", () => {
    expect(judge(clause("context_window", "required", { min: 1 }), window(), MAPPED).reason).toBe("unknown");
    const open = manifest({ input_modality: "native" });
    expect(judge(clause("input_modality", "required", { kinds: ["image"] }), open, MAPPED).outcome).toBe(
      "deferred",
    );
  });

  it("names the first failing test: minimum before kinds before floor", () => {
    const low = manifest({ x: claim("emulated", { limit: 1, kinds: [] }) });
    const need = clause("x", "required", { min: 2, kinds: ["a"], floor: "native" });
    expect(judge(need, low, MAPPED).reason).toBe("below_minimum");
    expect(judge({ ...need, min: 1 }, low, MAPPED).reason).toBe("kind_missing");
    expect(judge({ ...need, min: 1, kinds: [] }, low, MAPPED).reason).toBe("below_floor");
  });

  it("never takes a minimum of NaN for met", () => {
    expect(judge(clause("context_window", "required", { min: Number.NaN }), window(9), MAPPED).outcome).toBe(
      "missing",
    );
  });

  it.each([Number.NaN, 0, -5, 1.5, Number.POSITIVE_INFINITY, "64000", null])(
    "takes a limit of %s for no claim at all, even where no minimum is asked",
    (limit) => {
      const broken = { closed: true, claims: { context_window: { ...claim("native"), limit } } };
      expect(judge(clause("context_window"), broken, MAPPED).reason).toBe("unknown");
      expect(judge(clause("context_window", "required", { min: 1 }), broken, strict).outcome).toBe("missing");
    },
  );
});

describe("judge: emulation", () => {
  const need = clause("tool_use");
  const options: JudgeOptions = { ...MAPPED, emulators: [emulator] };

  it("provides what is unsupported or not listed, on the mapped lane", () => {
    for (const supply of [manifest({ tool_use: "unsupported" }), manifest({})]) {
      const finding = judge(need, supply, options);
      expect(finding.outcome).toBe("emulated");
      expect(finding.claim.via).toBe("tool-protocol");
    }
  });

  it("never happens on the passthrough lane", () => {
    const passthrough: JudgeOptions = { ...options, lane: "passthrough" };
    expect(judge(need, manifest({ tool_use: "unsupported" }), passthrough).outcome).toBe("missing");
    const resting = manifest({ tool_use: claim("emulated", { via: "tool-protocol" }) });
    expect(judge(need, resting, passthrough).outcome).toBe("missing");
    expect(judge(need, manifest({ tool_use: "emulated" }), passthrough).outcome).toBe("emulated");
  });

  it("does not reach a native floor, and does not stand in for what is unknown", () => {
    expect(judge({ ...need, floor: "native" }, manifest({}), options).reason).toBe("below_floor");
    expect(judge(need, manifest({}), { ...options, mode: "strict" }).outcome).toBe("missing");
    expect(judge(need, manifest({}, { closed: false }), options).outcome).toBe("deferred");
  });

  it("is only for the emulator's own capability", () => {
    expect(judge(clause("streaming"), manifest({}), options).outcome).toBe("missing");
  });
});

describe("judge: any claim", () => {
  const anyValue = fc.oneof(fc.jsonValue(), fc.anything());
  const lists = (value: unknown): boolean =>
    typeof value === "object" && value !== null && Object.hasOwn(value, "support");

  it("never throws, and never takes garbage for support", () => {
    fc.assert(
      fc.property(anyValue, anyClause, anyOptions, (value, requirement, options) => {
        const supply = { closed: true, claims: { [requirement.capability]: value } };
        const finding = judge(requirement, supply, options);
        if (!lists(value)) expect(["deferred", "missing"]).toContain(finding.outcome);
      }),
      { numRuns: 2000 },
    );
  });

  const broken: fc.Arbitrary<unknown> = fc.record(
    {
      support: fc.oneof(fc.constant("native"), fc.string(), fc.jsonValue()),
      limit: fc.oneof(fc.double(), fc.jsonValue()),
      kinds: fc.jsonValue(),
      reason: fc.jsonValue(),
      via: fc.jsonValue(),
      evidence: fc.oneof(fc.constant("probed"), fc.jsonValue()),
      at: fc.oneof(fc.constant(AT), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );

  // Written from the description of a claim, not from its reader.
  const isWhole = (value: Record<string, unknown>): boolean =>
    ["native", "emulated", "restricted"].includes(value["support"] as string) &&
    ["declared", "catalog", "probed", "observed"].includes(value["evidence"] as string) &&
    typeof value["at"] === "string" &&
    (!("limit" in value) || (Number.isInteger(value["limit"]) && (value["limit"] as number) > 0)) &&
    (!("kinds" in value) ||
      (Array.isArray(value["kinds"]) && value["kinds"].every((kind) => typeof kind === "string"))) &&
    (!("reason" in value) || typeof value["reason"] === "string") &&
    (!("via" in value) || typeof value["via"] === "string");

  it("is satisfied by a whole claim only", () => {
    fc.assert(
      fc.property(broken, (value) => {
        const outcome = judge(clause("x"), { closed: true, claims: { x: value } }, MAPPED).outcome;
        const holds = ["satisfied", "emulated", "restricted"].includes(outcome);
        expect(holds).toBe(isWhole(value as Record<string, unknown>));
      }),
      { numRuns: 3000 },
    );
  });

  it("takes a whole claim of each evidence", () => {
    for (const evidence of ["declared", "catalog", "probed", "observed"] as const) {
      const value: Claim = { support: "native", evidence, at: AT };
      expect(judge(clause("x"), { closed: true, claims: { x: value } }, MAPPED).outcome).toBe("satisfied");
    }
  });
});

describe("verdict", () => {
  const rank = { reject: 0, accept_degraded: 1, accept: 2 };
  const judged = (demand: readonly Parameters<typeof judge>[0][], supply: Manifest, options: JudgeOptions) =>
    verdictOf(demand.map((requirement) => judge(requirement, supply, options)));

  it("rejects on any miss, accepts degraded on any loss, and accepts an empty demand", () => {
    const supply = manifest({ streaming: "native" });
    expect(judged([clause("streaming"), clause("x"), clause("y", "preferred")], supply, MAPPED)).toBe(
      "reject",
    );
    expect(judged([clause("streaming"), clause("y", "preferred")], supply, MAPPED)).toBe("accept_degraded");
    expect(judged([clause("y", "on_use")], supply, MAPPED)).toBe("accept");
    expect(judged([], supply, MAPPED)).toBe("accept");
  });

  it("keeps clauses apart: required 32k and preferred 200k on a 64k model is satisfied and degraded", () => {
    const supply = manifest({ context_window: claim("native", { limit: 64_000 }) });
    const findings = [
      clause("context_window", "required", { min: 32_000 }),
      clause("context_window", "preferred", { min: 200_000 }),
    ].map((requirement) => judge(requirement, supply, MAPPED));
    expect(findings.map(({ outcome }) => outcome)).toEqual(["satisfied", "degraded"]);
    expect(verdictOf(findings)).toBe("accept_degraded");
  });

  /** More of what is known to be there: a higher level, a larger limit, more kinds. */
  const raise = (value: Claim, steps: number, limit: number, kinds: readonly string[]): Claim => {
    const levels: readonly Support[] = ["unsupported", "restricted", "emulated", "native"];
    const level = levels.indexOf(value.support);
    return {
      ...value,
      support:
        value.support === "unknown" ? "unknown" : (levels[Math.min(3, level + steps)] ?? value.support),
      ...(value.limit === undefined ? {} : { limit: value.limit + limit }),
      ...(value.kinds === undefined ? {} : { kinds: [...new Set([...value.kinds, ...kinds])] }),
    };
  };

  it("never gets worse when a target supports more", () => {
    fc.assert(
      fc.property(
        anyDemand,
        anyManifest,
        anyOptions,
        fc.nat({ max: 3 }),
        fc.nat({ max: 300_000 }),
        fc.subarray(["text", "image", "audio"]),
        (demand, supply, options, steps, limit, kinds) => {
          const claims = Object.fromEntries(
            Object.entries(supply.claims).map(([name, value]) => [name, raise(value, steps, limit, kinds)]),
          );
          const before = judged(demand, supply, options);
          const after = judged(demand, { ...supply, claims }, options);
          expect(rank[after]).toBeGreaterThanOrEqual(rank[before]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("judge: what the calls of a mapped lane have beside a verdict", () => {
  it("asks for no kinds with an empty list", () => {
    const need = clause("input_modality", "required", { kinds: [] });
    expect(judge(need, manifest({ input_modality: "native" }), MAPPED).reason).toBe("ok");
  });

  it("names why a capability is not emulated only if it is unsupported and the reason is known", () => {
    const disabled = new Map([["tool_use", "switched off"]]);
    const found = (support: Support, of = disabled) =>
      judge(clause("tool_use"), manifest({ tool_use: support }), { ...MAPPED, disabled: of });
    expect(found("unsupported").unemulated).toBe("switched off");
    expect(found("unsupported", new Map())).not.toHaveProperty("unemulated");
    expect(found("native")).not.toHaveProperty("unemulated");
  });
});
