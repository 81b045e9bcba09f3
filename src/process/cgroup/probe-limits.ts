import type { HeldLimits } from "../program.ts";
import type { ProcessLimits } from "../start-plan.ts";
import { ControlGroup } from "./control-group.ts";
import { holdLimits } from "./held-limits.ts";

/** What would hold these limits for a program that is started now. Makes control groups and removes them again. */
export async function probeLimits(limits: ProcessLimits): Promise<HeldLimits> {
  const group = ControlGroup.create(`limits-${process.pid}`, limits);
  try {
    return holdLimits(group, limits);
  } finally {
    await group.remove();
  }
}
