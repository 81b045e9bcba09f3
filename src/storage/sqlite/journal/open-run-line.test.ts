import { describe, expect, it } from "vitest";
import { openRun } from "../../ledger/fixtures/runs.ts";
import { formatOpenRun, parseOpenRuns } from "./open-run-line.ts";

describe("the journal lines of open runs", () => {
  it("keep everything that is known of a run", () => {
    const lines = formatOpenRun("a", openRun(0)) + formatOpenRun("tenant\n2", openRun(1));
    expect(lines.split("\n")).toHaveLength(3);
    expect(parseOpenRuns(lines)).toEqual([
      { ...openRun(0), tenant: "a" },
      { ...openRun(1), tenant: "tenant\n2" },
    ]);
  });

  it("leave out the members that a run does not have", () => {
    const { request: _request, facts: _facts, ...bare } = openRun(0);
    expect(parseOpenRuns(formatOpenRun("a", bare))).toStrictEqual([{ ...bare, tenant: "a" }]);
  });

  it("of an empty row are none", () => {
    expect(parseOpenRuns("")).toEqual([]);
  });
});
