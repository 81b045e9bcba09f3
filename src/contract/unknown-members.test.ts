import { describe, expect, it } from "vitest";
import { unknownMembers } from "./unknown-members.ts";
import { buildWorkOrder } from "./work-order/builder.ts";

const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x");

describe("members that the contract does not know", () => {
  it("are none in a document that we build", () => {
    expect(unknownMembers("work_order", order)).toEqual([]);
  });

  it("are found at every level, with the name that was meant", () => {
    const typo = {
      ...order,
      timeout: 5,
      workspace: { ...order.workspace, exlude: [] },
      config: { ...order.config, model_name: "m", vendor: { anything: { goes: 1 } } },
    };
    expect(unknownMembers("work_order", typo)).toEqual([
      { path: "$.workspace.exlude" },
      { path: "$.config.model_name" },
      { path: "$.timeout" },
    ]);
    const { exclude, ...workspace } = order.workspace;
    expect(exclude).toEqual([]);
    expect(unknownMembers("work_order", { ...order, workspace: { ...workspace, exlude: [] } })).toEqual([
      { path: "$.workspace.exlude", suggestion: "exclude" },
    ]);
  });

  it("are found inside lists and unions", () => {
    const event = { ts: "2026-01-01T00:00:00Z", type: "warning", message: "x", extra: 1 };
    expect(unknownMembers("event", event)).toEqual([{ path: "$.extra" }]);
    expect(unknownMembers("envelope", { t: "event", ref_id: "r", event })).toEqual([
      { path: "$.event.extra" },
    ]);
  });
});
