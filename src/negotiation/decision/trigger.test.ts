import { describe, expect, it } from "vitest";
import { type Happening, type Trigger, triggerOf } from "./trigger.ts";

describe("trigger", () => {
  const rows: [Happening, Trigger | undefined][] = [
    ["session_started", "session.start"],
    ["session_resumed", "session.resume"],
    ["model_selected", "model.switch"],
    ["provider_selected", "provider.switch"],
    ["state_machine_attached", "demand.change"],
    ["context_provider_added", "demand.change"],
    ["hook_added", "demand.change"],
    ["evidence_contradicted", "evidence.change"],
    ["subagent_spawned", "subagent.spawn"],
    ["order_dispatched", "order.dispatch"],
    ["context_window_exhausted", undefined],
  ];

  it.each(rows)("of %s is %s", (happening, trigger) => {
    expect(triggerOf(happening)).toBe(trigger);
  });
});
