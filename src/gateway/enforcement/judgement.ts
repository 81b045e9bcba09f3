import type { Rule } from "../../policy/index.ts";

/** What a call wants to do that a policy judges. */
export type JudgedOperation = "offer_tool" | "call_tool" | "request_model" | "use_engine";

/** How much harm an approved operation can do: `high` where a vendor or an MCP server acts, and not the caller. */
export type RiskLevel = "medium" | "high";

/** A decision of the policy that is not a plain allow. */
export interface Judgement {
  readonly operation: JudgedOperation;
  /** The tool, model or engine. */
  readonly subject: string;
  readonly rule: Rule;
  /** One line for people. */
  readonly reason: string;
  /** The place in the caller's request; undefined where the request does not name the subject. */
  readonly where: string | undefined;
  readonly riskLevel: RiskLevel;
}
