import { describe, expect, it } from "vitest";
import type { CapabilityRequirements } from "../../contract/index.ts";
import { clause, manifest, source, TARGET } from "../fixtures/builders.ts";
import { newSession } from "../session/session.ts";
import { pendingManifest } from "../supply/manifest.ts";
import { decideOrder } from "./order-decision.ts";

const requirements = {
  required: [{ capability: "tool_bash", min_support: "emulated" }],
} as CapabilityRequirements;
const order = { id: "7", requirements };

describe("decision on a work order", () => {
  it("judges the session's clauses and the order's own", () => {
    const session = newSession({
      id: "s",
      target: TARGET,
      revision: 5,
      demand: [clause("tool_use", "required", { by: source("state_machine", "review") })],
    });
    const decision = decideOrder({ id: "d", order, session, manifest: manifest({ tool_bash: "native" }) });
    expect(decision).toMatchObject({ trigger: "order.dispatch", verdict: "reject", revision: 5 });
    expect(decision.findings.map(({ requirement, outcome }) => [requirement.by.kind, outcome])).toEqual([
      ["work_order", "satisfied"],
      ["state_machine", "missing"],
    ]);
  });

  it("is never decided on an empty demand when the order requires something", () => {
    const decision = decideOrder({ id: "d", order, manifest: manifest({}) });
    expect(decision.findings).toHaveLength(1);
    expect(decision.verdict).toBe("reject");
  });

  it("owes a check after the handshake when the sidecar has not spoken, and is refused in strict mode", () => {
    const silent = pendingManifest(TARGET);
    expect(decideOrder({ id: "d", order, manifest: silent })).toMatchObject({
      verdict: "accept",
      obligations: [{ capability: "tool_bash", before: "first_use" }],
    });
    expect(decideOrder({ id: "d", order, manifest: silent, mode: "strict" }).verdict).toBe("reject");
  });

  it("lets the order's own mode win over the given one, and that over the session's", () => {
    const emulated = manifest({ tool_bash: "emulated" });
    const session = newSession({ id: "s", target: TARGET, mode: "strict" });
    expect(decideOrder({ id: "d", order, session, manifest: emulated }).verdict).toBe("reject");
    expect(decideOrder({ id: "d", order, session, manifest: emulated, mode: "best_effort" }).verdict).toBe(
      "accept",
    );
    const strict = { ...order, compatibility: "strict" as const };
    expect(decideOrder({ id: "d", order: strict, manifest: emulated, mode: "best_effort" }).verdict).toBe(
      "reject",
    );
  });
});
