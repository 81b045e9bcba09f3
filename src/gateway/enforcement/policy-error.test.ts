import { expect, test } from "vitest";
import type { Judgement } from "./judgement.ts";
import { denialOf, missingApprovalOf } from "./policy-error.ts";

const judgement: Judgement = {
  operation: "offer_tool",
  subject: "Bash",
  rule: { id: "keys.ci.policy.disallowed_tools[0]", pattern: "Bash*" },
  reason: "tool 'Bash' is disallowed",
  where: "$.tools[0]",
  riskLevel: "high",
};

test("a denial names the operation and the rule", () => {
  const error = denialOf(judgement);
  expect(error).toMatchObject({
    code: "policy_denied",
    where: "$.tools[0]",
    message: "the policy denies this call: tool 'Bash' is disallowed",
    details: { operation: 'offer_tool "Bash"', policy_rule: 'keys.ci.policy.disallowed_tools[0] "Bash*"' },
  });
  expect(error.row.mapping?.number).toBe("E005");
});

test("a missing approval names the operation and its risk", () => {
  const error = missingApprovalOf({ ...judgement, where: undefined }, "nobody answered");
  expect(error).toMatchObject({
    code: "policy_approval_required",
    where: "answer",
    message: "tool 'Bash' is disallowed, and nobody answered",
    details: { operation: 'offer_tool "Bash"', risk_level: "high" },
  });
  expect(error.row.mapping?.number).toBe("E004");
});
