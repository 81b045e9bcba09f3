import type { PolicyDecisionRecord } from "../../contract/index.ts";

/** A decision before it gets its time. */
export interface NetworkVerdict {
  readonly verdict: "denied" | "allowed";
  readonly subject: string;
  readonly rule: string;
  readonly pattern?: string | undefined;
  readonly reason: string;
}

const MAX_DECISIONS = 1000;

/** Passes each distinct decision on once, so that a program which tries again and again fills no memory. */
export class DecisionLog {
  readonly #onDecision: (record: PolicyDecisionRecord) => void;
  readonly #now: () => Date;
  readonly #known = new Set<string>();

  constructor(onDecision: (record: PolicyDecisionRecord) => void, now: () => Date) {
    this.#onDecision = onDecision;
    this.#now = now;
  }

  record({ verdict, subject, rule, pattern, reason }: NetworkVerdict): void {
    const key = JSON.stringify([verdict, subject, rule]);
    if (this.#known.size > MAX_DECISIONS || this.#known.has(key)) return;
    this.#known.add(key);
    const isLast = this.#known.size > MAX_DECISIONS;
    this.#onDecision({
      ts: this.#now().toISOString(),
      operation: "connect",
      verdict,
      subject: isLast ? "further connections" : subject,
      rule: isLast ? "network.too_many_decisions" : rule,
      ...(pattern === undefined || isLast ? {} : { pattern }),
      reason: isLast ? `More than ${MAX_DECISIONS} different decisions; the rest is not recorded.` : reason,
    });
  }
}
