import { expect, test } from "vitest";
import { CallPolicies } from "./call-policy.ts";
import type { Judgement } from "./judgement.ts";
import { PassedJudge } from "./passed-judge.ts";

const now = () => Date.UTC(2026, 0, 1);
const judgement: Judgement = {
  operation: "offer_tool",
  subject: "Bash",
  rule: { id: "policy.disallowed_tools[0]", pattern: "B*" },
  reason: "tool 'Bash' is disallowed",
  where: "$.tools[0]",
  riskLevel: "medium",
};

test("a denial is recorded where its error is made", () => {
  const judge = new PassedJudge(undefined, now);
  expect(judge.deny(judgement)).toMatchObject({ code: "policy_denied", where: "$.tools[0]" });
  expect(judge.decisions).toEqual([
    {
      operation: "offer_tool",
      pattern: "B*",
      rule: "policy.disallowed_tools[0]",
      subject: "Bash",
      ts: "2026-01-01T00:00:00.000Z",
      verdict: "denied",
      where: "$.tools[0]",
    },
  ]);
});

test("an approval that nobody can give is recorded with the reason", () => {
  const judge = new PassedJudge(undefined, now);
  expect(judge.refuse(judgement)).toMatchObject({
    code: "policy_approval_required",
    message: expect.stringContaining("nobody can be asked at this endpoint"),
  });
  expect(judge.decisions).toMatchObject([
    { verdict: "approval_denied", reason: "nobody can be asked at this endpoint" },
  ]);
});

test("a policy applies once a route of the call has one", () => {
  const routes = { r: { policy: { disallowed_tools: ["Bash"] } } };
  const judge = new PassedJudge(new CallPolicies([], routes).ofKey("k", undefined), now);
  expect([judge.policyOf(undefined), judge.isApplied]).toEqual([undefined, false]);
  expect([judge.policyOf("r")?.judgesTools, judge.isApplied]).toEqual([true, true]);
  expect([judge.policyOf(undefined), judge.isApplied]).toEqual([undefined, true]);
});
