import { beforeEach, describe, expect, it } from "vitest";
import { LogState } from "./log-state.ts";
import { OpenRuns } from "./open-runs.ts";

let runs: OpenRuns;
let log: LogState;
let other: LogState;
/** Begins runs in one journal row. */
function beginAll(row: number, ...ids: string[]): void {
  for (const id of ids) runs.begin(log, id);
  runs.place(row, ids.length);
}

beforeEach(() => {
  runs = new OpenRuns();
  log = new LogState("a");
  other = new LogState("b");
});

describe("the open runs of a writer", () => {
  it("give the row back with the last run in it", () => {
    beginAll(7, "1", "2", "3");
    runs.keep();
    expect([runs.end(log, "2"), runs.end(log, "1"), runs.end(log, "3")]).toEqual([undefined, undefined, 7]);
  });

  it("know each run by its tenant and row", () => {
    beginAll(1, "x");
    runs.begin(other, "x");
    runs.place(2, 1);
    runs.keep();
    expect([runs.end(other, "x"), runs.end(log, "x")]).toEqual([2, 1]);
  });

  it("begin once until they end", () => {
    expect([runs.begin(log, "1"), runs.begin(log, "1")]).toEqual([true, false]);
    runs.place(1, 1);
    runs.keep();
    expect(runs.begin(log, "1")).toBe(false);
    runs.end(log, "1");
    expect(runs.begin(log, "1")).toBe(true);
  });

  it("that are not known end without effect", () => {
    beginAll(1, "1");
    expect(runs.end(log, "9")).toBeUndefined();
    expect(runs.end(other, "1")).toBeUndefined();
    expect(runs.end(log, "1")).toBe(1);
    expect(runs.end(log, "1")).toBeUndefined();
  });

  it("begin anew after a transaction that failed", () => {
    beginAll(1, "1", "2");
    runs.takeBack();
    expect([runs.end(log, "1"), runs.begin(log, "1")]).toEqual([undefined, true]);
    runs.place(5, 1);
    runs.keep();
    expect(runs.end(log, "1")).toBe(5);
  });

  it("are open again after a transaction that failed to end them", () => {
    beginAll(1, "1", "2");
    beginAll(2, "3");
    runs.keep();
    runs.end(log, "1");
    runs.end(log, "2");
    runs.end(log, "3");
    runs.takeBack();
    expect([runs.end(log, "3"), runs.end(log, "2"), runs.end(log, "1")]).toEqual([2, undefined, 1]);
  });

  it("are open again in their own rows after transactions that succeeded", () => {
    beginAll(1, "1");
    beginAll(2, "2", "3");
    runs.keep();
    runs.end(log, "1");
    runs.keep();
    beginAll(3, "4");
    runs.end(log, "2");
    runs.end(log, "3");
    runs.takeBack();
    expect([...log.open].sort()).toEqual([
      ["2", 2],
      ["3", 2],
    ]);
    expect([runs.end(log, "4"), runs.end(log, "3"), runs.end(log, "2")]).toEqual([undefined, undefined, 2]);
  });

  it("that began and ended in a transaction that failed are not open", () => {
    beginAll(1, "1");
    expect(runs.end(log, "1")).toBe(1);
    runs.takeBack();
    expect(runs.end(log, "1")).toBeUndefined();
    expect(log.open.size).toBe(0);
  });

  it("of an earlier transaction survive the failure of a later one", () => {
    beginAll(1, "1");
    runs.keep();
    beginAll(2, "2");
    runs.takeBack();
    expect([runs.end(log, "1"), runs.end(log, "2")]).toEqual([1, undefined]);
    runs.keep();
    runs.takeBack();
    expect(runs.end(log, "1")).toBeUndefined();
    expect([[...log.open], [...other.open]]).toEqual([[], []]);
  });
});
