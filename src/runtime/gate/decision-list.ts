import { formatTimestamp, type PolicyDecisionRecord } from "../../contract/index.ts";
import type { Decision } from "../../policy/index.ts";

/** An agent chooses how often it tries, so the record needs a limit. */
const MAX_DECISIONS = 1000;

/** What a decision was about, and how it ended. */
export interface DecidedOperation {
  readonly verdict: "denied" | "approved" | "approval_denied" | "violation";
  readonly operation: "use_tool" | "write_path";
  readonly decision: Pick<Decision, "rule" | "subject" | "reason">;
  readonly reason?: string | undefined;
}

/** The policy decisions of a run that were not a plain allow, for its receipt: the first ones, and the number of the others. */
export class DecisionList {
  readonly entries: PolicyDecisionRecord[] = [];
  readonly #now: () => Date;
  readonly #listener: ((record: PolicyDecisionRecord) => void) | undefined;
  #omitted = 0;

  /** `listener` is called for each entry when it is made. */
  constructor(now: () => Date, listener?: (record: PolicyDecisionRecord) => void) {
    this.#now = now;
    this.#listener = listener;
  }

  /** The number of decisions that `entries` does not hold. */
  get omitted(): number {
    return this.#omitted;
  }

  readonly add = (record: PolicyDecisionRecord): void => {
    if (this.entries.length >= MAX_DECISIONS) {
      this.#omitted += 1;
      return;
    }
    this.entries.push(record);
    this.#listener?.(record);
  };

  note({ verdict, operation, decision, reason = decision.reason }: DecidedOperation): void {
    const { rule, subject } = decision;
    this.add({
      ts: formatTimestamp(this.#now()),
      verdict,
      operation,
      subject,
      rule: rule.id,
      ...(rule.pattern === undefined ? {} : { pattern: rule.pattern }),
      reason,
    });
  }
}
