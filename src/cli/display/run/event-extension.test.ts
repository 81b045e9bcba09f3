import { describe, expect, it } from "vitest";
import { isOfSubAgent, PlanChanges, thinkingOf } from "./event-extension.ts";

describe("what an agent says besides its words", () => {
  it("is thinking if that is text", () => {
    expect(thinkingOf({ ext: { thinking: "hm" } })).toBe("hm");
    expect([thinkingOf({ ext: { thinking: 1 } }), thinkingOf({ ext: {} }), thinkingOf({})]).toEqual([
      "",
      "",
      "",
    ]);
  });

  it("belongs to a sub-agent if it names the tool call that started it", () => {
    expect(isOfSubAgent({ ext: { parent_tool_use_id: "t" } })).toBe(true);
    expect([isOfSubAgent({ ext: { parent_tool_use_id: null } }), isOfSubAgent({})]).toEqual([false, false]);
  });

  it("is a plan, of which only new and changed steps are given", () => {
    const changes = new PlanChanges();
    const plan = (...steps: unknown[]) => changes.next({ ext: { plan: steps } });
    expect(plan({ content: "a", status: "in_progress" }, { content: "b", status: "pending" })).toEqual([
      "[>] a",
      "[ ] b",
    ]);
    expect(changes.next({})).toEqual([]);
    expect(changes.next({ ext: { plan: "none" } })).toEqual([]);
    const later = plan({ content: "a", status: "completed" }, { content: "b", status: "pending" });
    expect(later).toEqual(["[x] a"]);
    expect(plan({ content: "b" }, null, "x", { status: "completed" }, { content: 1 })).toEqual([]);
    expect(plan({ content: "a", status: "completed" })).toEqual(["[x] a"]);
  });

  it("is cut at fifty steps", () => {
    const plan = Array.from({ length: 60 }, (_, index) => ({ content: `${index}` }));
    expect(new PlanChanges().next({ ext: { plan } })).toHaveLength(50);
  });
});
