import type { WorkOrder } from "../../contract/index.ts";

const KINDS: ReadonlySet<string> = new Set(["run", "cancel", "ping", "tool_decision", "steer"]);

/** Whether only the backplane sends frames of this kind. */
export function isOurFrame(kind: string): boolean {
  return KINDS.has(kind);
}

/** The line that starts a run. */
export function runLine(id: string, workOrder: WorkOrder): string {
  return line({ t: "run", id, work_order: workOrder });
}

export function cancelLine(runId: string, reason: string): string {
  return line({ t: "cancel", ref_id: runId, reason });
}

export function pingLine(sequence: number): string {
  return line({ t: "ping", seq: sequence });
}

export function toolDecisionLine(
  runId: string,
  requestId: string,
  decision: { readonly verdict: "allow" | "deny"; readonly reason: string },
): string {
  const { verdict, reason } = decision;
  return line({ t: "tool_decision", ref_id: runId, request_id: requestId, verdict, reason });
}

/** A message of the user to the agent that works on a run. */
export function steerLine(runId: string, text: string): string {
  return line({ t: "steer", ref_id: runId, text });
}

function line(frame: object): string {
  return `${JSON.stringify(frame)}\n`;
}
