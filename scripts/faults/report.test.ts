import { describe, expect, it } from "vitest";
import { faultCases } from "./cases.ts";
import { type FaultTest, idsOf } from "./collector.ts";
import { rateCases, renderFaults } from "./report.ts";

const cases = [
  { id: "S01", title: "one" },
  { id: "S02", title: "two" },
  { id: "W01", title: "three" },
  { id: "P01", title: "four" },
];

function test(ids: string[], state: FaultTest["state"], note?: string): FaultTest {
  return { ids, name: `${ids.join(", ")} holds`, file: "a.test.ts", state, note };
}

describe("the table of faults", () => {
  it("lists every fault once", () => {
    expect(faultCases).toHaveLength(106);
    expect(new Set(faultCases.map(({ id }) => id)).size).toBe(106);
    expect(faultCases.map(({ id }) => id)).toEqual(expect.arrayContaining(["S50", "W32", "P24"]));
  });

  it.each([
    ["S01 ends early", ["S01"]],
    ["S02, S03 name the signal", ["S02", "S03"]],
    ["W01: keeps links", ["W01"]],
    ["P01/P02 deny", ["P01", "P02"]],
    ["S02 and S03 too", ["S02", "S03"]],
    ["keeps S01 in the middle", []],
    ["S011 is no id", []],
  ])("finds the ids at the beginning of %j", (name, ids) => {
    expect(idsOf(name)).toEqual(ids);
  });

  it("shows a fault only if a test ran and none failed", () => {
    const rows = rateCases(cases, [
      test(["S01"], "passed"),
      test(["S01"], "skipped", "needs bwrap"),
      test(["S02"], "passed"),
      test(["S02"], "failed"),
      test(["W01"], "skipped", "needs root"),
    ]);
    expect(rows.map(({ state }) => state)).toEqual(["shown", "failed", "skipped", "no test"]);
    expect(rows[1]?.reason).toBe("a.test.ts: S02 holds");
    expect(rows[2]?.reason).toBe("needs root");
    expect(rows[0]?.tests).toBe(1);
  });

  it("counts what is shown in all and by letter", () => {
    const text = renderFaults(rateCases(cases, [test(["S01"], "passed"), test(["P01"], "passed")]));
    expect(text).toContain("2/4 faults shown (S 1/2, W 0/1, P 1/1)");
    expect(text.split("\n").every((line) => line.length <= 80)).toBe(true);
  });
});
