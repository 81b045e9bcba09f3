import { type AbpError, formatTimestamp, type PolicyDecisionRecord } from "../../contract/index.ts";
import { recordedText } from "../facts/recorded-text.ts";
import type { Judgement } from "./judgement.ts";
import { denialOf, missingApprovalOf } from "./policy-error.ts";

/** How a judgement ended. */
export type RecordedVerdict =
  | "denied"
  | "approved"
  | "approval_denied"
  | "approval_asked"
  | "violation"
  | "unjudged";

/** An engine chooses how many tools it calls, so the record needs a limit. */
const MAX_ENTRIES = 100;

/** The policy decisions of one call, for its receipt. A decision that was made before is not added again. */
export class DecisionLog {
  readonly #now: () => number;
  readonly #entries = new Map<string, PolicyDecisionRecord>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get entries(): readonly PolicyDecisionRecord[] {
    return [...this.#entries.values()];
  }

  /** Adds a denial, and returns its error. */
  deny(judgement: Judgement): AbpError {
    this.add("denied", judgement);
    return denialOf(judgement);
  }

  /** Adds an approval that was not given, and returns its error. */
  refuse(judgement: Judgement, why: string): AbpError {
    this.add("approval_denied", judgement, why);
    return missingApprovalOf(judgement, why);
  }

  /** Adds a decision. One about the same operation, subject and place is replaced: an answer replaces its question. */
  add(verdict: RecordedVerdict, judgement: Judgement, reason?: string): void {
    const { operation, rule } = judgement;
    const subject = recordedText(judgement.subject);
    const where = judgement.where === undefined ? undefined : recordedText(judgement.where);
    const key = `${operation} ${rule.id} ${where ?? ""} ${subject}`;
    if (!this.#entries.has(key) && this.#entries.size >= MAX_ENTRIES) return;
    this.#entries.set(key, {
      operation,
      ...(rule.pattern === undefined ? {} : { pattern: rule.pattern }),
      ...(reason === undefined ? {} : { reason: recordedText(reason) }),
      rule: rule.id,
      subject,
      ts: formatTimestamp(new Date(this.#now())),
      verdict,
      ...(where === undefined ? {} : { where }),
    });
  }
}
