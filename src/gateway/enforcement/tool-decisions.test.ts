import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { CallPolicies, type CallPolicy, callPolicyOf } from "./call-policy.ts";
import { judgeCall, judgeOffers, unreadableOffer } from "./tool-decisions.ts";

function policyOf(lists: Partial<PolicyProfile>): CallPolicy {
  const floors = [{ prefix: "policy.", profile: { ...openPolicy(), ...lists } }];
  return callPolicyOf(new CallPolicies(floors, {}).ofKey("k", undefined), undefined)!;
}
const offer = (name: string, where = "$.tools[0]", runsElsewhere = false) => ({ name, where, runsElsewhere });

describe("judgeOffers", () => {
  test("lists denials by their places, and each tool to ask for once", () => {
    const policy = policyOf({ disallowed_tools: ["Bash"], require_approval_for: ["Write"] });
    const { denied, toAsk } = judgeOffers(policy, [
      offer("Read"),
      offer("BASH", "$.tools[1]"),
      offer("Write", "$.tools[2]", true),
      offer("Write", "$.tool_choice"),
      offer("Bash", "$.tools[4]"),
    ]);
    expect(denied).toEqual([
      expect.objectContaining({ operation: "offer_tool", subject: "BASH", where: "$.tools[1]" }),
      expect.objectContaining({ subject: "Bash", where: "$.tools[4]" }),
    ]);
    expect(toAsk).toEqual([
      expect.objectContaining({ subject: "Write", where: "$.tools[2]", riskLevel: "high" }),
    ]);
  });

  test("a tool of the caller's has a medium risk", () => {
    const { toAsk } = judgeOffers(policyOf({ require_approval_for: ["*"] }), [offer("a")]);
    expect(toAsk[0]?.riskLevel).toBe("medium");
  });

  test("a tool without a name is denied", () => {
    const { denied } = judgeOffers(policyOf({ disallowed_tools: ["x"] }), [offer(" ")]);
    expect(denied[0]?.rule.id).toBe("tools.malformed_name");
  });
});

describe("judgeCall", () => {
  const policy = policyOf({ disallowed_tools: ["mcp__hub__*"], require_approval_for: ["Write"] });

  test("allows, denies and asks", () => {
    expect(judgeCall(policy, { name: "Read" })).toBeUndefined();
    expect(judgeCall(policy, { name: "delete", server: "hub" })).toMatchObject({
      verdict: "deny",
      judgement: {
        operation: "call_tool",
        subject: "mcp__hub__delete",
        riskLevel: "high",
        where: undefined,
        rule: { id: "policy.disallowed_tools[0]" },
      },
    });
    expect(judgeCall(policy, { name: "Write" })).toMatchObject({
      verdict: "ask",
      judgement: { subject: "Write", riskLevel: "medium" },
    });
  });
});

test("what cannot be read is denied with its place", () => {
  expect(unreadableOffer("$.prompt", "it is hidden")).toMatchObject({
    operation: "offer_tool",
    subject: "$.prompt",
    where: "$.prompt",
    rule: { id: "request.unreadable" },
    reason: "the request cannot be judged: it is hidden",
    riskLevel: "medium",
  });
});
