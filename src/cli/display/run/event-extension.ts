import type { AgentEvent } from "../../../contract/index.ts";

/** The most steps of a plan that are shown. */
const MAX_STEPS = 50;

const MARKS: Readonly<Record<string, string>> = { completed: "[x]", in_progress: "[>]" };

/** The piece of thinking that an event carries; empty for most events. */
export function thinkingOf({ ext }: Pick<AgentEvent, "ext">): string {
  const thinking = ext?.["thinking"];
  return typeof thinking === "string" ? thinking : "";
}

/** Whether an event comes from an agent that the agent of the run started. */
export function isOfSubAgent({ ext }: Pick<AgentEvent, "ext">): boolean {
  return typeof ext?.["parent_tool_use_id"] === "string";
}

/** Finds the steps that changed since the plan before. Agents repeat the whole plan. */
export class PlanChanges {
  #shown = new Set<string>();

  /** The new and changed steps of an event's plan, each as `[x] text`; none if the event has no plan. */
  next({ ext }: Pick<AgentEvent, "ext">): string[] {
    const plan = ext?.["plan"];
    if (!Array.isArray(plan)) return [];
    const steps = plan.slice(0, MAX_STEPS).flatMap(describeStep);
    const changed = steps.filter((step) => !this.#shown.has(step));
    this.#shown = new Set(steps);
    return changed;
  }
}

function describeStep(step: unknown): string[] {
  const { content, status } = (step ?? {}) as { readonly content?: unknown; readonly status?: unknown };
  if (typeof content !== "string") return [];
  return [`${MARKS[String(status)] ?? "[ ]"} ${content}`];
}
