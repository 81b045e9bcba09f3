import type { JudgedOperation, RiskLevel, Rule } from "../../policy/index.ts";

/** A decision of the policy that is not a plain allow. */
export interface Judgement {
  readonly operation: JudgedOperation;
  /** The tool, model or engine. */
  readonly subject: string;
  readonly rule: Rule;
  /** One line for people. */
  readonly reason: string;
  /** The place in the caller's request; undefined if the request does not name the subject. */
  readonly where: string | undefined;
  readonly riskLevel: RiskLevel;
}
