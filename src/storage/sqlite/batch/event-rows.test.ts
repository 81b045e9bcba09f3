import { describe, expect, it } from "vitest";
import { splitEvents } from "./event-rows.ts";

const run = { tenant: "a", runId: "run", firstSeq: 7, createdAt: 5 };

describe("the rows of events", () => {
  it("hold all lines in order, as few rows as their size allows", () => {
    expect(splitEvents(run, ["1", "2", "3"])).toEqual([{ ...run, count: 3, lines: "1\n2\n3" }]);
    const rows = splitEvents(
      run,
      Array.from({ length: 10 }, (_, at) => String(at).repeat(100_000)),
    );
    expect(rows.map(({ firstSeq, count }) => [firstSeq, count])).toEqual([
      [7, 2],
      [9, 2],
      [11, 2],
      [13, 2],
      [15, 2],
    ]);
    expect(rows[1]?.lines).toBe(`${"2".repeat(100_000)}\n${"3".repeat(100_000)}`);
  });

  it("are filled to the limit and not beyond it", () => {
    const limit = 256 * 1024;
    const sizes = (...lengths: number[]) =>
      splitEvents(
        run,
        lengths.map((length) => "x".repeat(length)),
      ).map(({ lines }) => lines.length);
    expect(sizes(limit - 10, 9)).toEqual([limit]);
    expect(sizes(limit - 10, 10)).toEqual([limit - 10, 10]);
    expect(sizes(limit, limit - 10, 9, 1)).toEqual([limit, limit, 1]);
    expect(sizes(1, 2 * limit, 1, 1)).toEqual([1, 2 * limit, 3]);
  });

  it("are none if there are no lines", () => {
    expect(splitEvents(run, [])).toEqual([]);
  });

  it("are refused if a line could not be read back", () => {
    for (const bad of ["", "1\n2", "\ud800"]) {
      expect(() => splitEvents(run, ["1", bad])).toThrow("event 8 of run run is not one line");
    }
  });
});
