import { describe, expect, it } from "vitest";
import { DecisionList } from "./decision-list.ts";

const decision = { rule: { id: "r", pattern: "p" }, subject: "s", reason: "because" };

describe("the decisions of a run", () => {
  it("P24 are recorded up to a limit, and the others counted", () => {
    const heard: unknown[] = [];
    const decisions = new DecisionList(
      () => new Date(0),
      (record) => heard.push(record),
    );
    expect(decisions.omitted).toBe(0);
    for (let index = 0; index < 1003; index += 1) {
      const subject = `s${index}`;
      decisions.note({ verdict: "denied", operation: "use_tool", decision: { ...decision, subject } });
    }
    expect([decisions.entries.length, decisions.omitted]).toEqual([1000, 3]);
    expect([decisions.entries[0]?.subject, decisions.entries.at(-1)?.subject]).toEqual(["s0", "s999"]);
    expect(heard).toEqual(decisions.entries);
  });

  it("state what was decided, when, by which rule and why", () => {
    const decisions = new DecisionList(() => new Date(0));
    decisions.note({ verdict: "violation", operation: "write_path", decision });
    decisions.note({
      verdict: "approval_denied",
      operation: "use_tool",
      decision: { ...decision, rule: { id: "r" } },
      reason: "nobody answered",
    });
    const ts = "1970-01-01T00:00:00.000Z";
    expect(decisions.entries).toStrictEqual([
      {
        ts,
        verdict: "violation",
        operation: "write_path",
        subject: "s",
        rule: "r",
        pattern: "p",
        reason: "because",
      },
      {
        ts,
        verdict: "approval_denied",
        operation: "use_tool",
        subject: "s",
        rule: "r",
        reason: "nobody answered",
      },
    ]);
  });
});
