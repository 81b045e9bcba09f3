import type { HeldLimits } from "../program.ts";
import type { ProcessLimits } from "../start-plan.ts";
import type { ControlGroup } from "./control-group.ts";

/** A limit on each process stands in if no control group can hold the memory of the tree, unless the plan forbids it. */
export function holdLimits(group: Pick<ControlGroup, "limits">, limits: ProcessLimits = {}): HeldLimits {
  const isUnheld =
    group.limits.memory === "none" && limits.memoryBytes !== undefined && limits.isMemoryOfTree !== true;
  return isUnheld && process.platform !== "win32" ? { ...group.limits, memory: "rlimit" } : group.limits;
}
