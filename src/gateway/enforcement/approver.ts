import type { JudgedOperation, RiskLevel } from "./judgement.ts";

/** An operation of a call that needs an approval. */
export interface ApprovalQuestion {
  readonly runId: string;
  /** The name of the caller's key. */
  readonly caller: string;
  readonly operation: JudgedOperation;
  /** The tool. */
  readonly subject: string;
  /** The rule that asks for the approval. */
  readonly rule: string;
  readonly riskLevel: RiskLevel;
  readonly model: string | undefined;
  readonly engine: string;
}

/** Approves operations that a policy puts under approval. */
export interface Approver {
  /** Answers whether the operation may go on. `signal` aborts when the answer is no longer needed. */
  approve(question: ApprovalQuestion, signal: AbortSignal): Promise<boolean>;
}

/** The default: nobody is there to ask, so nothing is approved. */
export const denyingApprover: Approver = { approve: () => Promise.resolve(false) };

/** The answer to a question, or why there is none. Only `approved` lets the operation go on. */
export type Approval = "approved" | "denied" | "timed_out" | "failed" | "abandoned";

/** How long an approver may take. */
export const APPROVAL_TIMEOUT_MS = 120_000;

/** Asks an approver. Never rejects: an approver that throws or takes too long approves nothing. */
export function askApprover(
  approver: Approver,
  question: ApprovalQuestion,
  abandon: AbortSignal,
  timeoutMs = APPROVAL_TIMEOUT_MS,
): Promise<Approval> {
  const { promise, resolve } = Promise.withResolvers<Approval>();
  const stop = new AbortController();
  const timer = setTimeout(() => resolve("timed_out"), timeoutMs);
  const leave = () => resolve("abandoned");
  if (abandon.aborted) leave();
  abandon.addEventListener("abort", leave, { once: true });
  Promise.resolve()
    .then(() => approver.approve(question, stop.signal))
    .then(
      (isApproved) => resolve(isApproved === true ? "approved" : "denied"),
      () => resolve("failed"),
    );
  return promise.finally(() => {
    clearTimeout(timer);
    abandon.removeEventListener("abort", leave);
    stop.abort();
  });
}
