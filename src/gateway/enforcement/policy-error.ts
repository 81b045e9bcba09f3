import { AbpError } from "../../contract/index.ts";
import { describeRule } from "../../policy/index.ts";
import type { Judgement } from "./judgement.ts";

/** The error of an operation that the policy denies. */
export function denialOf(judgement: Judgement): AbpError {
  const { reason, where, rule } = judgement;
  return new AbpError("policy_denied", `the policy denies this call: ${reason}`, {
    where: where ?? "answer",
    details: { operation: operationText(judgement), policy_rule: describeRule(rule) },
  });
}

/** The error of an operation that needs an approval and did not get it. */
export function missingApprovalOf(judgement: Judgement, why: string): AbpError {
  const { reason, where, riskLevel } = judgement;
  return new AbpError("policy_approval_required", `${reason}, and ${why}`, {
    where: where ?? "answer",
    details: { operation: operationText(judgement), risk_level: riskLevel },
  });
}

function operationText({ operation, subject }: Judgement): string {
  return `${operation} ${JSON.stringify(subject)}`;
}
