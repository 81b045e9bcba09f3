import { describe, expect, it } from "vitest";
import { decide } from "../decision/decision.ts";
import { clause, MAPPED, manifest, source, TARGET } from "../fixtures/builders.ts";
import { emptyLayer } from "../params/param-layers.ts";
import { checkByManifest, projectParams } from "../params/param-projection.ts";
import { newSession } from "../session/session.ts";
import { decideSpawn } from "../session/subagent.ts";
import { diagnose } from "./diagnostic.ts";

const old = { provider: "acme", model: "old" };
const machine = source("state_machine", "review");

describe("diagnostic", () => {
  it("of a rejected switch names target, every miss, the target in force and a suggestion", () => {
    const decision = decide({
      id: "d1",
      trigger: "model.switch",
      previous: old,
      demand: [
        clause("tool_use", "required", { by: machine }),
        clause("context_window", "required", { min: 100_000, by: source("context_provider", "docs") }),
      ],
      manifest: manifest({}),
      candidates: [
        manifest(
          {
            tool_use: "native",
            context_window: { support: "native", limit: 200_000, evidence: "catalog", at: "" },
          },
          { target: { provider: "acme", model: "great" } },
        ),
      ],
    });
    expect(diagnose(decision)).toEqual({
      code: "ProviderCapability/MissingCapability",
      target: { providerId: "acme", modelId: "large" },
      missing: [
        { capability: "contextWindow", requiredBy: "context_provider:docs" },
        { capability: "toolCalling", requiredBy: "state_machine:review" },
      ],
      warnings: [],
      previous: { providerId: "acme", modelId: "old" },
      suggestion: { providerId: "acme", modelId: "great" },
    });
  });

  it("of a refused subagent has its own code", () => {
    const parent = newSession({ id: "p", target: old, demand: [clause("tool_use")] });
    const { decision } = decideSpawn({ id: "d", childId: "c", parent, manifest: manifest({}) });
    expect(diagnose(decision)?.code).toBe("Subagent/ModelCapabilityMismatch");
  });

  it("lists the parameters that will not apply, redacted, with layer and destination model", () => {
    const supply = manifest({ tool_use: "native" });
    const { affected } = projectParams(
      {
        defaults: { values: { temperature: 1 }, unset: [] },
        launch: { values: { top_k: 5 }, unset: [] },
        runtime: { values: { thinking: { api_key: "hunter2" } }, unset: [] },
      },
      checkByManifest(supply, MAPPED),
    );
    const request = { id: "d", trigger: "model.switch", demand: [], paramsAffected: affected } as const;
    expect(diagnose(decide({ ...request, manifest: supply }))?.paramsAffected).toEqual([
      impact(["temperature"], "temperature", 1, "defaultParams"),
      impact(["thinking", "api_key"], "extended_thinking", "[redacted]", "/params"),
      impact(["top_k"], "top_k", 5, "launch"),
    ]);
    const rejected = decide({ ...request, demand: [clause("vision")], manifest: supply });
    expect(diagnose(rejected)).not.toHaveProperty("paramsAffected");
  });

  it("is not made when there is nothing to tell", () => {
    const supply = manifest({ tool_use: "native" });
    const decision = decide({
      id: "d",
      trigger: "model.switch",
      demand: [clause("tool_use")],
      manifest: supply,
    });
    expect(diagnose(decision)).toBeUndefined();
    expect(emptyLayer.unset).toEqual([]);
  });
});

function impact(
  paramPath: readonly string[],
  capability: string,
  currentValue: unknown,
  sourceLayer: string,
) {
  const reason = `acme/large does not support ${capability}`;
  return { paramPath, reason, activeModelId: TARGET.model, currentValue, sourceLayer };
}
