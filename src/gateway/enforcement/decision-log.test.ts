import { describe, expect, test } from "vitest";
import { DecisionLog } from "./decision-log.ts";
import type { Judgement } from "./judgement.ts";

const judgement: Judgement = {
  operation: "offer_tool",
  subject: "Bash",
  rule: { id: "policy.disallowed_tools[0]", list: "disallowed_tools", index: 0, pattern: "Bash*" },
  reason: "no",
  where: "$.tools[0]",
  riskLevel: "medium",
};

describe("DecisionLog", () => {
  test("records the rule, the place and the time of a decision", () => {
    const log = new DecisionLog(() => Date.UTC(2026, 0, 1));
    log.add("denied", judgement);
    expect(log.entries).toStrictEqual([
      {
        operation: "offer_tool",
        pattern: "Bash*",
        rule: "policy.disallowed_tools[0]",
        subject: "Bash",
        ts: expect.stringMatching(/^2026-01-01T00:00:00/),
        verdict: "denied",
        where: "$.tools[0]",
      },
    ]);
  });

  test("leaves out what there is not, and adds a reason", () => {
    const log = new DecisionLog(() => 0);
    log.add("unjudged", { ...judgement, rule: { id: "x" }, where: undefined }, "too large");
    const [entry] = log.entries;
    expect(entry).toMatchObject({ reason: "too large", rule: "x" });
    expect(entry).not.toHaveProperty("where");
    expect(entry).not.toHaveProperty("pattern");
  });

  test("an answer replaces its question, and a repeated decision is one entry", () => {
    const log = new DecisionLog(() => 0);
    log.add("approval_asked", judgement);
    log.add("approved", judgement);
    log.add("approved", judgement);
    log.add("denied", { ...judgement, subject: "Read" });
    log.add("denied", { ...judgement, operation: "call_tool" });
    log.add("denied", { ...judgement, where: "$.tools[1]" });
    log.add("denied", { ...judgement, rule: { id: "y" } });
    expect(log.entries.map(({ verdict }) => verdict)).toEqual([
      "approved",
      "denied",
      "denied",
      "denied",
      "denied",
    ]);
  });

  test("has a limit, beyond which known entries can still change", () => {
    const log = new DecisionLog(() => 0);
    for (let index = 0; index < 150; index += 1) log.add("violation", { ...judgement, subject: `t${index}` });
    log.add("denied", { ...judgement, subject: "t99" });
    expect(log.entries).toHaveLength(100);
    expect(log.entries[99]).toMatchObject({ subject: "t99", verdict: "denied" });
  });

  test("cuts the names that callers and engines choose", () => {
    const log = new DecisionLog(() => 0);
    const long = "n".repeat(600);
    log.add("denied", { ...judgement, subject: long, where: long }, long);
    log.add("denied", { ...judgement, subject: long, where: long }, long);
    const [entry, ...more] = log.entries;
    const cut = "n".repeat(512);
    expect([entry?.subject, entry?.where, entry?.reason, more]).toEqual([cut, cut, cut, []]);
  });
});
