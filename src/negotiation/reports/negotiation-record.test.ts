import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NegotiationRecord } from "../../contract/index.ts";
import { decide } from "../decision/decision.ts";
import { anyDemand, anyManifest, anyOptions, clause, manifest, source } from "../fixtures/builders.ts";
import { decisionWarnings, negotiationRecord } from "./negotiation-record.ts";

const emulators = [
  { id: "tool-protocol", capability: "tool_use", fidelity: "minor" },
  { id: "step-by-step", capability: "extended_thinking", fidelity: "major" },
];
const decision = decide({
  id: "d1",
  trigger: "order.dispatch",
  demand: [
    clause("tool_use", "required", { by: source("work_order", "7") }),
    clause("extended_thinking"),
    clause("vision", "preferred"),
    clause("audio", "on_use"),
  ],
  manifest: manifest({}),
  emulators,
});

describe("negotiation record", () => {
  it("says what was decided, for whom and why", () => {
    const record = negotiationRecord(decision);
    expect(record).toMatchObject({
      decision_id: "d1",
      verdict: "accept_degraded",
      mode: "best_effort",
      lane: "mapped",
    });
    expect(record.findings).toContainEqual({
      capability: "tool_use",
      need: "required",
      outcome: "emulated",
      reason: "ok",
      required_by: "work_order:7",
    });
    expect(record.demand_sha256).toBe(decision.demandDigest);
    expect(record.manifest_sha256).toBe(decision.manifestDigest);
  });

  it("never says that an emulation was applied which was not", () => {
    const record = negotiationRecord(decision);
    expect(record.emulations).toEqual([]);
    expect(record.warnings).toContain("planned emulation of tool_use by tool-protocol was not applied");
  });

  it("names the emulations that were applied, and warns of planned ones that were not", () => {
    const record = negotiationRecord(decision, [
      { capability: "tool_use", emulator: "tool-protocol", fidelity: "minor" },
    ]);
    expect(record.emulations).toEqual([
      { capability: "tool_use", emulator: "tool-protocol", fidelity: "minor" },
    ]);
    expect(record.warnings.filter((warning) => warning.startsWith("planned"))).toEqual([
      "planned emulation of extended_thinking by step-by-step was not applied",
    ]);
  });

  it("warns of every loss, every open question and every planned emulation that did not run", () => {
    expect(negotiationRecord(decision).warnings).toEqual([
      "to be found out on first use: audio (not listed, needed by operator:test)",
      "degraded: vision (not listed, needed by operator:test)",
      "planned emulation of extended_thinking by step-by-step was not applied",
      "planned emulation of tool_use by tool-protocol was not applied",
    ]);
  });

  it("counts an emulation as applied only by the planned emulator for the planned capability", () => {
    const applied = [
      { capability: "tool_use", emulator: "step-by-step", fidelity: "minor" },
      { capability: "extended_thinking", emulator: "tool-protocol", fidelity: "minor" },
    ];
    expect(negotiationRecord(decision, applied).warnings.slice(2)).toHaveLength(2);
  });

  it("has no warnings when everything is met, and none about emulations of a rejected decision", () => {
    const request = { id: "d", trigger: "order.dispatch" as const, demand: [clause("tool_use")] };
    expect(
      negotiationRecord(decide({ ...request, manifest: manifest({ tool_use: "native" }) })).warnings,
    ).toEqual([]);
    const rejected = decide({
      ...request,
      demand: [clause("tool_use"), clause("seed")],
      manifest: manifest({}),
      emulators,
    });
    expect([rejected.verdict, rejected.plan.length]).toEqual(["reject", 1]);
    expect(negotiationRecord(rejected).warnings).toEqual([]);
  });

  it("warns of parameters that do not apply", () => {
    const paramsAffected = [{ path: ["a", "b"], reason: "no", layer: "launch" as const, value: 1 }];
    expect(decisionWarnings({ findings: [], paramsAffected })).toEqual(["parameter a.b does not apply: no"]);
  });

  it("is a valid record of the contract for every decision", () => {
    fc.assert(
      fc.property(anyDemand, anyManifest, anyOptions, (demand, supply, options) => {
        const record = negotiationRecord(
          decide({ id: "d", trigger: "order.dispatch", demand, manifest: supply, ...options }),
        );
        expect(NegotiationRecord.parse(record)).toEqual(record);
      }),
    );
  });
});
