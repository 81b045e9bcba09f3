import { describe, expect, it } from "vitest";
import type { BackendFacts } from "../../backends/index.ts";
import { defaultEmulators } from "../../negotiation/index.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { order } from "../fixtures/start-run.ts";
import { type Negotiation, negotiateRun } from "./negotiate.ts";

const { facts } = new FakeBackend();
const passing: BackendFacts = { ...facts, mode: "passthrough" };

function negotiate(more: Partial<Negotiation> = {}, vendor: Record<string, unknown> = {}) {
  return negotiateRun({
    decisionId: "d",
    order: order({ config: { vendor } }),
    backend: { name: "fake", dialect: undefined },
    facts,
    mode: undefined,
    execution: "mapped",
    emulators: defaultEmulators,
    isAttended: false,
    at: "2026-01-01T00:00:00.000Z",
    ...more,
  });
}

describe("the negotiation of a run", () => {
  it("decides by what the backend says it can do", () => {
    const { decision, error } = negotiate();
    expect([decision.id, decision.verdict === "reject", error]).toEqual(["d", false, undefined]);
    const needs = { requirements: [{ capability: "mcp_client", min_support: "native" } as const] };
    const refused = negotiate({ order: order(needs) });
    expect([refused.decision.verdict, refused.error?.code]).toEqual(["reject", "capability_unsupported"]);
    const able = { ...facts, capabilities: { mcp_client: "native" } as const };
    expect(negotiate({ order: order(needs), facts: able }).error).toBeUndefined();
  });

  it("is about the backend, its model and the way of execution", () => {
    const target = { provider: "fake", model: "default", backend: "fake" };
    expect(negotiate().decision).toMatchObject({ target, lane: "mapped", mode: "best_effort" });
    const named = order({ config: { model: "m" } });
    const { decision } = negotiate({ order: named, execution: "passthrough", facts: passing });
    expect(decision).toMatchObject({ target: { ...target, model: "m" }, lane: "passthrough" });
  });

  it("is as strict as the caller says, unless the order says so", () => {
    const needs = { requirements: [{ capability: "tool_bash", min_support: "emulated" } as const] };
    const emulates = { ...facts, capabilities: { tool_bash: "emulated" } as const };
    const verdict = (more: Partial<Negotiation>) =>
      negotiate({ order: order(needs), facts: emulates, ...more }).decision.verdict;
    expect([verdict({}), verdict({ mode: "best_effort" }), verdict({ mode: "strict" })]).toEqual([
      "accept",
      "accept",
      "reject",
    ]);
  });

  it("refuses passthrough to a backend that maps", () => {
    expect(negotiate({ execution: "passthrough" }).error).toMatchObject({
      code: "capability_unsupported",
      message: "the backend fake cannot run in passthrough mode",
      where: "config.vendor.abp.mode",
      advice: expect.stringContaining("vendor.abp.mode"),
    });
    expect(negotiate({ execution: "passthrough", facts: passing }).error).toBeUndefined();
  });

  it.each([
    ["gemini", { abp: { source_dialect: "claude" } }, "mapping_dialect_mismatch"],
    ["claude", { abp: { source_dialect: "claude" } }, undefined],
    [undefined, { abp: { source_dialect: "claude" } }, undefined],
    ["gemini", { abp: { source_dialect: 3 } }, undefined],
    ["gemini", { abp: {} }, undefined],
    ["gemini", { abp: null }, undefined],
    ["gemini", { abp: "claude" }, undefined],
    ["gemini", {}, undefined],
  ])("of a backend that speaks %s and an order with %j ends with %s", (dialect, vendor, code) => {
    const more = { execution: "passthrough", facts: passing, backend: { name: "fake", dialect } } as const;
    const { error } = negotiate(more, vendor);
    expect([error?.code, error?.where]).toEqual([code, code && "config.vendor.abp.mode"]);
    expect(negotiate({ ...more, execution: "mapped" }, vendor).error).toBeUndefined();
  });
});
