import { describe, expect, it } from "vitest";
import { HookDecisions } from "./hook-decisions.ts";

const allow = { verdict: "allow", reason: "" } as const;
const deny = { verdict: "deny", reason: "" } as const;

describe("the decisions that hooks got", () => {
  it("are taken once", () => {
    const decisions = new HookDecisions();
    decisions.add({ id: "a" }, allow);
    expect(decisions.take({ id: "b" })).toBeUndefined();
    expect(decisions.take({ id: "a" })).toBe(allow);
    expect(decisions.take({ id: "a" })).toBeUndefined();
  });

  it("are found by an id with a prefix", () => {
    const decisions = new HookDecisions();
    decisions.add({ id: "a" }, deny);
    expect(decisions.take({ id: "0:a" })).toBe(deny);
    expect(decisions.take({ id: "0:a" })).toBeUndefined();
    decisions.add({ id: "1:b" }, allow);
    expect(decisions.take({ id: "1:b" })).toBe(allow);
  });

  it("are forgotten after a thousand others", () => {
    const decisions = new HookDecisions();
    for (let count = 0; count <= 1000; count += 1) decisions.add({ id: `d${count}` }, allow);
    expect(decisions.take({ id: "d0" })).toBeUndefined();
    expect(decisions.take({ id: "d1" })).toBe(allow);
  });
});
