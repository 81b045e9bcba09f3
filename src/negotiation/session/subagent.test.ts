import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { joinDemand } from "../demand/demand.ts";
import { anyDemand, clause, manifest, source, TARGET } from "../fixtures/builders.ts";
import { newSession } from "./session.ts";
import { childDemand, decideSpawn, spawnSubagent } from "./subagent.ts";

const machine = source("state_machine", "review");
const parent = newSession({
  id: "p1",
  target: TARGET,
  demand: [clause("tool_use", "required", { by: machine }), clause("streaming", "required", { by: machine })],
});
const small = { target: { provider: "acme", model: "small" } };

describe("subagent", () => {
  it("starts on a model that has what the parent needs, and owes what is still open", () => {
    const supply = manifest({ tool_use: "native", streaming: "unknown" }, small);
    const { decision, child } = spawnSubagent({ id: "d1", childId: "c1", parent, manifest: supply });
    expect(decision).toMatchObject({ trigger: "subagent.spawn", verdict: "accept" });
    expect(child).toMatchObject({ id: "c1", target: small.target, revision: 0, decisionId: "d1" });
    expect(child.obligations.map(({ capability }) => capability)).toEqual(["streaming"]);
    expect(child.demand.every(({ by }) => by.kind === "parent_session" && by.id === "p1")).toBe(true);
  });

  it("is refused with everything that its model lacks", () => {
    const request = {
      id: "d1",
      childId: "c1",
      parent,
      own: [clause("vision")],
      manifest: manifest({}, small),
    };
    expect(decideSpawn(request).decision.verdict).toBe("reject");
    try {
      spawnSubagent(request);
      throw new Error("it started");
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      expect(error.code).toBe("subagent_capability_mismatch");
      expect(error.details["missing"]).toEqual([
        { capability: "streaming", required_by: "parent_session:p1", reason: "unlisted" },
        { capability: "tool_use", required_by: "parent_session:p1", reason: "unlisted" },
        { capability: "vision", required_by: "operator:test", reason: "unlisted" },
      ]);
    }
  });

  it("never drops a clause of its parent, over any number of generations", () => {
    fc.assert(
      fc.property(anyDemand, anyDemand, (needed, own) => {
        const child = newSession({
          id: "c",
          target: TARGET,
          demand: childDemand({ ...parent, demand: needed }, own),
        });
        const grandchild = childDemand(child, []);
        for (const { by: _by, ...bare } of joinDemand(needed, own)) {
          expect(grandchild).toContainEqual({ ...bare, by: source("parent_session", "c") });
        }
      }),
    );
  });
});
