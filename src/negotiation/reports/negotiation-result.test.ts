import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CapabilityRequirements, type SupportLevel, wireCapabilities } from "../../contract/index.ts";
import { decide } from "../decision/decision.ts";
import { clause, manifest } from "../fixtures/builders.ts";
import { generateReport } from "./compatibility-report.ts";
import {
  checkCapability,
  countRequirements,
  isCompatible,
  type NegotiationResult,
  negotiate,
  resultFromDecision,
} from "./negotiation-result.ts";

const needing = (...entries: [string, string][]): CapabilityRequirements =>
  ({
    required: entries.map(([capability, min_support]) => ({ capability, min_support })),
  }) as CapabilityRequirements;

const documentedResult = `{
  "native": ["streaming", "tool_read"],
  "emulatable": ["tool_write"],
  "unsupported": []
}`;

const documentedReport = `{
  "compatible": true,
  "native_count": 2,
  "emulated_count": 1,
  "unsupported_count": 0,
  "summary": "2 native, 1 emulatable, 0 unsupported — fully compatible",
  "details": [
    ["Streaming", {"level": "native"}],
    ["ToolRead", {"level": "native"}],
    ["ToolWrite", {"level": "emulated", "strategy": "adapter"}]
  ]
}`;

describe("negotiate", () => {
  it("gives the documented result and the documented report", () => {
    const supply = { streaming: "native", tool_read: "native", tool_write: "emulated" } as const;
    const wanted = needing(["streaming", "native"], ["tool_read", "emulated"], ["tool_write", "emulated"]);
    const result = negotiate(supply, wanted);
    expect(result).toEqual(JSON.parse(documentedResult));
    expect(generateReport(result)).toEqual(JSON.parse(documentedReport));
    expect(isCompatible(result)).toBe(true);
    expect(countRequirements(result)).toBe(3);
  });

  it("sorts the documented flow: native, emulated, absent", () => {
    const supply = {
      streaming: "native",
      tool_read: "emulated",
      tool_bash: { restricted: { reason: "policy" } },
    } as const;
    const wanted = needing(["streaming", "native"], ["tool_read", "emulated"], ["tool_edit", "emulated"]);
    const result = negotiate(supply, wanted);
    expect(result).toEqual({ native: ["streaming"], emulatable: ["tool_read"], unsupported: ["tool_edit"] });
    expect(isCompatible(result)).toBe(false);
    expect(generateReport(result)).toEqual({
      compatible: false,
      native_count: 1,
      emulated_count: 1,
      unsupported_count: 1,
      summary: "1 native, 1 emulatable, 1 unsupported — incompatible",
      details: [
        ["Streaming", { level: "native" }],
        ["ToolRead", { level: "emulated", strategy: "adapter" }],
        ["ToolEdit", { level: "unsupported" }],
      ],
    });
  });

  it("counts a level below the minimum as unsupported", () => {
    expect(negotiate({ streaming: "emulated" }, needing(["streaming", "native"])).unsupported).toEqual([
      "streaming",
    ]);
  });

  it("counts a level that cannot be read as unsupported", () => {
    const garbage = { streaming: "Native" } as unknown as Record<string, SupportLevel>;
    expect(negotiate(garbage, needing(["streaming", "emulated"])).unsupported).toEqual(["streaming"]);
  });
});

describe("checkCapability", () => {
  const supply = {
    a: "native",
    b: "emulated",
    c: { restricted: { reason: "sandbox only" } },
    d: "unsupported",
  } as const;

  it.each([
    ["a", { level: "native" }],
    ["b", { level: "emulated", strategy: "adapter" }],
    ["c", { level: "emulated", strategy: "restricted: sandbox only" }],
    ["d", { level: "unsupported" }],
    ["e", { level: "unsupported" }],
    ["toString", { level: "unsupported" }],
  ])("classifies %s", (name, support) => {
    expect(checkCapability(supply, name)).toEqual(support);
  });

  it("lets a report tell a restriction with its reason", () => {
    const result = negotiate({ tool_bash: supply.c }, needing(["tool_bash", "emulated"]));
    const report = generateReport(result, { tool_bash: supply.c });
    expect(report.details).toEqual([
      ["ToolBash", { level: "emulated", strategy: "restricted: sandbox only" }],
    ]);
  });
});

describe("resultFromDecision", () => {
  const levels = (names: readonly string[], level: "native" | "emulated" | "unsupported") =>
    Object.fromEntries(names.map((name) => [name, level]));
  const anyResult: fc.Arbitrary<NegotiationResult> = fc
    .tuple(fc.shuffledSubarray([...wireCapabilities]), fc.nat({ max: 41 }), fc.nat({ max: 41 }))
    .map(([names, first, second]) => {
      const [low, high] = first < second ? [first, second] : [second, first];
      return {
        native: names.slice(0, low),
        emulatable: names.slice(low, high),
        unsupported: names.slice(high),
      };
    });

  it("a decision on required clauses sorts as a negotiation does", () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        const names = [...result.native, ...result.emulatable, ...result.unsupported];
        const supply = manifest({
          ...levels(result.native, "native"),
          ...levels(result.emulatable, "emulated"),
          ...levels(result.unsupported, "unsupported"),
        });
        const demand = names.map((name) => clause(name));
        const decided = resultFromDecision(
          decide({ id: "d", trigger: "order.dispatch", demand, manifest: supply }),
        );
        expect({
          native: [...decided.native].sort(),
          emulatable: [...decided.emulatable].sort(),
          unsupported: [...decided.unsupported].sort(),
        }).toEqual({
          native: [...result.native].sort(),
          emulatable: [...result.emulatable].sort(),
          unsupported: [...result.unsupported].sort(),
        });
      }),
    );
  });

  it("counts a restricted capability as emulatable", () => {
    const decision = decide({
      id: "d",
      trigger: "model.switch",
      demand: [clause("streaming"), clause("vision")],
      manifest: manifest({ streaming: "restricted", vision: "emulated" }),
    });
    expect(resultFromDecision(decision).emulatable).toEqual(["streaming", "vision"]);
  });

  it("a decision leaves what it degrades or defers out of the buckets", () => {
    const demand = [clause("streaming"), clause("vision", "preferred"), clause("audio", "on_use")];
    const decision = decide({
      id: "d",
      trigger: "model.switch",
      demand,
      manifest: manifest({ streaming: "native" }),
    });
    expect(resultFromDecision(decision)).toEqual({ native: ["streaming"], emulatable: [], unsupported: [] });
  });
});
