import type { ExecutionMode, WorkOrder } from "../../contract/index.ts";

/** A tool that the sidecar wants to use. */
export interface ToolRequest {
  readonly toolName: string;
  readonly input: unknown;
}

/** The answer to a tool request. */
export interface ToolDecision {
  readonly verdict: "allow" | "deny";
  readonly reason: string;
}

export interface SidecarRunRequest {
  readonly runId: string;
  readonly workOrder: WorkOrder;
  /** Aborting it sends cancel with `String(signal.reason)`, then waits, then ends the process tree. */
  readonly signal: AbortSignal;
  /** `mapped` drops members of events that the contract does not name; `passthrough` keeps them. */
  readonly mode: ExecutionMode;
  readonly now: () => Date;
  /** Takes the place of the setting of the same name. */
  readonly maxOutputBytes?: number;
  /** Decides tool requests; without it every request is denied. Its signal aborts when the run ends first. */
  readonly onToolRequest?: (request: ToolRequest, signal: AbortSignal) => Promise<ToolDecision>;
}
