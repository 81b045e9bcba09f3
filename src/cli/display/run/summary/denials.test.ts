import { describe, expect, it } from "vitest";
import type { PolicyDecisionRecord } from "../../../../contract/index.ts";
import { describeDecision, listDecisions } from "./denials.ts";

const decision = (subject: string, more: Partial<PolicyDecisionRecord> = {}): PolicyDecisionRecord => ({
  ts: "2026-03-01T08:00:00Z",
  verdict: "denied",
  operation: "use_tool",
  subject,
  rule: "policy.deny[0]",
  ...more,
});
const many = (count: number) => Array.from({ length: count }, (_, index) => decision(`T${index}`));

describe("describeDecision", () => {
  it("names the operation, the subject, the rule and its pattern", () => {
    expect(describeDecision(decision("a\u001b"))).toBe('use tool "a\\u001b" by policy.deny[0]');
    const { operation: _, ...bare } = decision("x", { pattern: "x*" });
    expect(describeDecision(bare as PolicyDecisionRecord)).toBe('use "x" by policy.deny[0] "x*"');
    expect(describeDecision(decision("x", { verdict: "violation" }))).toBe(
      'use tool "x" by policy.deny[0] (it was done nevertheless, so the run failed)',
    );
  });
});

describe("listDecisions", () => {
  it("lists those with one of the verdicts, equal ones once with their number", () => {
    const list = [decision("a"), decision("b", { verdict: "approved" }), decision("a"), decision("c")];
    expect(listDecisions(list, ["denied"])).toEqual([
      'use tool "a" by policy.deny[0] (2 times)',
      'use tool "c" by policy.deny[0]',
    ]);
    expect(listDecisions(list, ["approved", "denied"]).length).toBe(3);
  });

  it("lists ten, and counts the others", () => {
    expect(listDecisions(many(10), ["denied"]).length).toBe(10);
    const lines = listDecisions(many(11), ["denied"]);
    expect([lines.length, lines[9], lines[10]]).toEqual([
      11,
      'use tool "T9" by policy.deny[0]',
      "and 1 more, see the receipt",
    ]);
  });
});
