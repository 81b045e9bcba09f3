/**
 * What is to be done: `offer_tool` or `call_tool` of a model call, `use_tool` of a run; the others are decided without an
 * approval.
 */
export type JudgedOperation = "offer_tool" | "call_tool" | "request_model" | "use_engine" | "use_tool";

/** How much harm an approved operation can do: `high` if a vendor or an MCP server acts, and not the caller. */
export type RiskLevel = "medium" | "high";

/** An operation of a model call or of a run that needs an approval. */
export interface ApprovalQuestion {
  readonly runId: string;
  /** The name of the caller's key, or of the backend of a run. */
  readonly caller: string;
  readonly operation: JudgedOperation;
  /** The tool. */
  readonly subject: string;
  /** The rule that asks for the approval. */
  readonly rule: string;
  readonly riskLevel: RiskLevel;
  readonly model?: string | undefined;
  readonly engine?: string | undefined;
  /** The input of the tool, if it is known. It comes from the agent. */
  readonly input?: unknown;
}

/** The answer of an approver. `denied` is the reason for the one that asked. */
export type ApproverAnswer = boolean | { readonly denied: string };

/** Approves operations that a policy puts under approval. */
export interface Approver {
  /** Answers whether the operation may go on. `signal` aborts when the answer is no longer needed. */
  approve(question: ApprovalQuestion, signal: AbortSignal): Promise<ApproverAnswer>;
}

/** The default: nobody is there to ask, so nothing is approved. */
export const denyingApprover: Approver = { approve: () => Promise.resolve(false) };

/** The answer to a question, or why there is none. Only `approved` lets the operation go on. */
export type Approval = "approved" | "denied" | "timed_out" | "failed" | "abandoned";

/** How long an approver may take. */
export const APPROVAL_TIMEOUT_MS = 120_000;

/** When a question is given up. */
export interface QuestionEnd {
  /** Aborts when the answer does not matter any more. */
  readonly abandon: AbortSignal;
  /** Aborts when the time for the answer is over. */
  readonly timeLimit: AbortSignal;
}

/**
 * Asks an approver. Never rejects: an approver that throws or takes too long approves nothing.
 *
 * @example
 * import { type ApprovalQuestion, type Approver, askApprover } from "agent-backplane/policy";
 * const approver: Approver = { approve: async ({ subject }) => subject === "Bash" };
 * const ask = { runId, caller: "ci", operation: "use_tool", subject: "Bash", rule: "ask", riskLevel: "medium" } as const;
 * const end = { abandon: new AbortController().signal, timeLimit: AbortSignal.timeout(60_000) };
 * const approval = await askApprover(approver, ask satisfies ApprovalQuestion, end);
 */
export function askApprover(
  approver: Approver,
  question: ApprovalQuestion,
  { abandon, timeLimit }: QuestionEnd,
): Promise<Approval> {
  const { promise, resolve } = Promise.withResolvers<Approval>();
  const stop = new AbortController();
  const leave = () => resolve("abandoned");
  const giveUp = () => resolve("timed_out");
  if (abandon.aborted) leave();
  if (timeLimit.aborted) giveUp();
  abandon.addEventListener("abort", leave);
  timeLimit.addEventListener("abort", giveUp);
  Promise.resolve()
    .then(() => approver.approve(question, stop.signal))
    .then(
      (answer) => resolve(answer === true ? "approved" : "denied"),
      () => resolve("failed"),
    );
  return promise.finally(() => {
    abandon.removeEventListener("abort", leave);
    timeLimit.removeEventListener("abort", giveUp);
    stop.abort();
  });
}
