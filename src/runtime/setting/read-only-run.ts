import type { Backend } from "../../backends/index.ts";
import type { WorkOrder } from "../../contract/index.ts";
import { deniesEveryWrite, type Policy } from "../../policy/index.ts";

/** What decides whether a run may change anything. */
export interface ReadOnlyFacts {
  readonly order: Pick<WorkOrder, "workspace">;
  readonly policy: Policy;
  readonly backend: Pick<Backend, "needsWorkspace">;
}

/**
 * Whether the agent works in the user's own directory and may write nothing there. Only a read-only mount at L3 keeps that: a gate on
 * tools does not see what a command writes, and a look at the changes afterwards comes too late.
 */
export function isReadOnlyRun({ order, policy, backend }: ReadOnlyFacts): boolean {
  return backend.needsWorkspace && order.workspace.mode === "pass_through" && deniesEveryWrite(policy);
}
