import { expect, it } from "vitest";
import { type BaitRow, faultOf, isExpectedEnd, renderRows, untriedRow } from "./bait-row.ts";

const row: BaitRow = {
  ...{ agent: "a", bait: "b", place: "p", bare: true, silent: undefined },
  protectedRuns: { staged: false, "in place": false },
};

it("a bait is in order if it fires without protection, and nowhere else", () => {
  expect(faultOf(row)).toBeUndefined();
  expect(faultOf({ ...row, bare: false, silent: "why" })).toBeUndefined();
});

it.each([
  [{ bare: undefined }, "it was not tried without protection"],
  [{ bare: false }, "it did not fire without protection"],
  [{ silent: "why" }, "it fired, although it is recorded as silent"],
  [{ protectedRuns: { staged: true } }, "it fired staged"],
  [{ protectedRuns: { staged: undefined } }, "there was no run staged"],
])("%j is a fault", (more, fault) => {
  expect(faultOf({ ...row, ...more } as BaitRow)).toBe(fault);
});

it("an agent that could not be run is a fault, and the table shows every row", () => {
  const untried = untriedRow("x", { id: "i", place: "q", files: () => ({}) }, ["staged", "in place"]);
  expect(faultOf(untried)).toBe("it was not tried without protection");
  expect(renderRows([row, untried]).split("\n")).toEqual([
    "agent  bait  place  without protection  staged     in place   result",
    "a      b     p      fired               -          -          ok",
    "x      i     q      not tried           not tried  not tried  it was not tried without protection",
    "",
  ]);
});

it("a run that failed or was refused for another reason shows nothing", () => {
  const exposed = { outcome: "failed", error: "repository_settings_exposed" };
  const crashed = { outcome: "failed", error: "backend_crashed" };
  expect(isExpectedEnd({ outcome: "complete", error: undefined }, "staged", false)).toBe(true);
  expect(isExpectedEnd({ outcome: "partial", error: undefined }, "staged", false)).toBe(true);
  expect(isExpectedEnd({ outcome: "failed", error: undefined }, "staged", false)).toBe(false);
  expect(isExpectedEnd(crashed, "in place, without a sandbox", true)).toBe(false);
  expect(isExpectedEnd(exposed, "in place, without a sandbox", false)).toBe(true);
  expect(isExpectedEnd(exposed, "in place", false)).toBe(false);
  expect(isExpectedEnd(exposed, "in place", true)).toBe(true);
  expect(isExpectedEnd(exposed, "abp-codex", true)).toBe(true);
  expect(isExpectedEnd(exposed, "abp-codex", false)).toBe(false);
  expect(isExpectedEnd(exposed, "staged", true)).toBe(false);
});
