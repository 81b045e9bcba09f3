import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decision, decide } from "../decision/decision.ts";
import { AT, source, TARGET } from "../fixtures/builders.ts";
import type { Manifest } from "../supply/manifest.ts";
import { diagnose } from "./diagnostic.ts";
import {
  type ModelCapabilities,
  manifestFromSession,
  requirementFromSession,
  type SessionCapability,
  type SessionLevel,
  type SessionNeed,
  sessionCapabilities,
} from "./session-vocabulary.ts";

const by = source("state_machine", "review");
const MINIMUM = 100_000;

const need = (capability: SessionCapability, level: SessionLevel): SessionNeed => ({
  capability,
  level,
  ...(capability === "contextWindow" ? { minimum: MINIMUM } : {}),
  requiredBy: by,
});

const supply = (capabilities: ModelCapabilities): Manifest =>
  manifestFromSession(capabilities, { target: TARGET, at: AT });

const decideOn = (wanted: SessionNeed, capabilities: ModelCapabilities): Decision =>
  decide({
    id: "d1",
    trigger: "model.switch",
    previous: { provider: "acme", model: "old" },
    demand: [requirementFromSession(wanted)],
    manifest: supply(capabilities),
  });

const everything: ModelCapabilities = {
  streaming: true,
  toolCalling: true,
  structuredOutput: true,
  multimodal: { image: true, audio: false, video: false },
  reasoning: true,
  contextWindow: 200_000,
  promptCaching: true,
};

/** The model with one capability missing; a window is missing when it is too small. */
const without = (name: SessionCapability): ModelCapabilities => ({
  ...everything,
  [name]: name === "contextWindow" ? MINIMUM - 1 : name === "multimodal" ? { image: false } : false,
});

describe("three levels × seven capabilities", () => {
  it.each(sessionCapabilities)("%s: a hard miss rejects the switch", (name) => {
    const decision = decideOn(need(name, "hard"), without(name));
    expect(decision.verdict).toBe("reject");
    expect(diagnose(decision)).toMatchObject({
      code: "ProviderCapability/MissingCapability",
      missing: [{ capability: name, requiredBy: "state_machine:review" }],
      warnings: [],
    });
  });

  it.each(sessionCapabilities)("%s: a preferred miss is a preferred-unmet warning", (name) => {
    const decision = decideOn(need(name, "preferred"), without(name));
    expect(decision.verdict).toBe("accept_degraded");
    const diagnostic = diagnose(decision);
    expect(diagnostic).not.toHaveProperty("code");
    expect(diagnostic?.missing).toEqual([]);
    expect(diagnostic?.warnings).toEqual([
      { code: "preferred-unmet", capability: name, requiredBy: "state_machine:review" },
    ]);
  });

  it.each(sessionCapabilities)("%s: a probed need is a probe-pending warning and an obligation", (name) => {
    const missing = name === "contextWindow" ? { ...everything, [name]: "probed" as const } : without(name);
    const decision = decideOn(need(name, "probed"), missing);
    expect(decision.verdict).toBe("accept");
    expect(decision.obligations).toHaveLength(1);
    expect(diagnose(decision)?.warnings).toEqual([
      { code: "probe-pending", capability: name, requiredBy: "state_machine:review" },
    ]);
  });

  it.each(["hard", "preferred", "probed"] as const)(
    "%s: a model that has everything has nothing to tell",
    (level) => {
      for (const name of sessionCapabilities) {
        const decision = decideOn(need(name, level), everything);
        expect(decision.verdict).toBe("accept");
        expect(diagnose(decision)).toBeUndefined();
      }
    },
  );

  it.each(["hard", "preferred", "probed"] as const)(
    "a probed claim is deferred for a %s need, in one matcher",
    (level) => {
      for (const name of sessionCapabilities) {
        const decision = decideOn(need(name, level), { ...everything, [name]: "probed" });
        expect(decision.verdict).toBe("accept");
        expect(diagnose(decision)?.warnings).toEqual([
          { code: "probe-pending", capability: name, requiredBy: "state_machine:review" },
        ]);
      }
    },
  );

  it("a window is compared with the minimum, and one of NaN is no window", () => {
    const window = (contextWindow: number) =>
      decideOn(need("contextWindow", "hard"), { ...everything, contextWindow });
    expect(window(MINIMUM).verdict).toBe("accept");
    expect(window(MINIMUM - 1).verdict).toBe("reject");
    expect(window(Number.NaN).findings[0]?.outcome).toBe("deferred");
  });
});

describe("a model's claims in a session's words", () => {
  it("read levels, plain answers and silence", () => {
    const { claims } = supply({
      streaming: "hard",
      toolCalling: true,
      reasoning: "preferred",
      promptCaching: "probed",
    });
    expect(Object.fromEntries(Object.entries(claims).map(([name, { support }]) => [name, support]))).toEqual({
      streaming: "native",
      tool_use: "native",
      extended_thinking: "restricted",
      cache_control: "unknown",
      structured_output_json_schema: "unsupported",
      input_modality: "unsupported",
      context_window: "unsupported",
    });
  });

  it("have exact claims: support, limit and kinds, evidence and time", () => {
    const known = { evidence: "declared", at: AT };
    const { claims, closed, target } = supply({
      contextWindow: 7,
      multimodal: { image: true, audio: false, video: true },
      reasoning: "preferred",
      streaming: "probed",
    });
    expect(claims).toEqual({
      streaming: { support: "unknown", ...known },
      tool_use: { support: "unsupported", ...known },
      structured_output_json_schema: { support: "unsupported", ...known },
      input_modality: { support: "native", kinds: ["text", "image", "video"], ...known },
      extended_thinking: { support: "restricted", reason: "claimed as preferred", ...known },
      context_window: { support: "native", limit: 7, ...known },
      cache_control: { support: "unsupported", ...known },
    });
    expect([closed, target]).toEqual([false, TARGET]);
    const probed = manifestFromSession({ streaming: true }, { target: TARGET, at: AT, evidence: "probed" });
    expect(probed.claims["streaming"]).toEqual({ support: "native", evidence: "probed", at: AT });
  });

  it.each([
    ["contextWindow", 0, "unknown"],
    ["contextWindow", 1, "native"],
    ["contextWindow", 1.5, "unknown"],
    ["contextWindow", "probed", "unknown"],
    ["contextWindow", false, "unsupported"],
    ["multimodal", "probed", "unknown"],
    ["multimodal", null, "unknown"],
    ["multimodal", ["image"], "unknown"],
    ["multimodal", { image: "yes" }, "unknown"],
    ["multimodal", {}, "unsupported"],
    ["streaming", "no", "unknown"],
  ])("%s: %j is %s", (name, value, support) => {
    const { claims } = manifestFromSession({ [name]: value }, { target: TARGET, at: AT });
    const id = { contextWindow: "context_window", multimodal: "input_modality" }[name] ?? name;
    expect(claims[id]?.support).toBe(support);
    expect(claims[id]?.reason).toBeUndefined();
  });

  it.each([null, undefined, "all", 7])("of %j are all unsupported", (nothing) => {
    const { claims } = manifestFromSession(nothing, { target: TARGET, at: AT });
    expect(Object.values(claims).map(({ support }) => support)).toEqual(Array(7).fill("unsupported"));
  });

  it("become clauses that accept emulation, with images as the default kind", () => {
    expect(requirementFromSession(need("contextWindow", "hard"))).toEqual({
      capability: "context_window",
      need: "required",
      floor: "emulated",
      min: MINIMUM,
      by,
    });
    expect(requirementFromSession(need("multimodal", "preferred"))).toEqual({
      capability: "input_modality",
      need: "preferred",
      floor: "emulated",
      kinds: ["image"],
      by,
    });
    expect(requirementFromSession({ ...need("multimodal", "probed"), kinds: ["audio"] })).toMatchObject({
      need: "on_use",
      kinds: ["audio"],
    });
  });

  it("read garbage as unknown, never as support", () => {
    fc.assert(
      fc.property(fc.constantFrom(...sessionCapabilities), fc.jsonValue(), (name, value) => {
        const claimed = Object.values(
          manifestFromSession({ [name]: value }, { target: TARGET, at: AT }).claims,
        ).find(({ support }) => support === "native" || support === "restricted");
        const whole =
          name === "contextWindow"
            ? Number.isInteger(value) && (value as number) > 0
            : name === "multimodal"
              ? typeof value === "object" && value !== null && Object.values(value).includes(true)
              : value === true || value === "hard" || value === "preferred";
        if (!whole) expect(claimed).toBeUndefined();
      }),
    );
  });
});
