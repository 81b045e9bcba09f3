import { describe, expect, it } from "vitest";
import type { ProcessEntry } from "./process-table.ts";
import { isTreeStopped, treeMembers } from "./tree-members.ts";

function entry(pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, state: "S", parent: 1, group: pid, session: pid, startedAt: 100, ...more };
}

const tree = { pid: 10, startedAt: 100, mark: "m" };
const pids = (table: ProcessEntry[], marks: Record<number, string> = {}) =>
  treeMembers(table, tree, (pid) => marks[pid]).map((one) => one.pid);

describe("treeMembers", () => {
  it("finds the program, its group, its session and its descendants", () => {
    const table = [
      entry(1),
      entry(10),
      entry(11, { group: 10 }),
      entry(12, { session: 10 }),
      entry(14, { parent: 13 }),
      entry(13, { parent: 10 }),
      entry(20),
    ];
    expect(pids(table)).toEqual([10, 11, 12, 14, 13]);
  });

  it("finds a process that left the session by its mark, and what that process started", () => {
    expect(pids([entry(30), entry(31, { parent: 30 })], { 30: "m" })).toEqual([30, 31]);
    expect(pids([entry(30)], { 30: "other" })).toEqual([]);
  });

  it("leaves out processes that are older than the tree, and ended ones", () => {
    expect(pids([entry(11, { group: 10, startedAt: 99 })])).toEqual([]);
    expect(pids([entry(30, { startedAt: 99 })], { 30: "m" })).toEqual([]);
    expect(pids([entry(10, { state: "Z" }), entry(11, { parent: 10 })])).toEqual([11]);
  });

  it("concludes nothing from a number that another process has now", () => {
    const table = [entry(10, { startedAt: 200 }), entry(11, { parent: 10, group: 10, startedAt: 201 })];
    expect(pids(table)).toEqual([]);
    expect(pids(table, { 11: "m" })).toEqual([11]);
  });

  it("trusts the number if start times are unknown", () => {
    const found = treeMembers([entry(10)], { ...tree, startedAt: undefined }, () => undefined);
    expect(found.map((one) => one.pid)).toEqual([10]);
  });
});

describe("isTreeStopped", () => {
  it("looks at the program and at the only child of a launcher", () => {
    expect(isTreeStopped([entry(10, { state: "T" })], 10)).toBe(true);
    expect(isTreeStopped([entry(10)], 10)).toBe(false);
    expect(isTreeStopped([], 10)).toBe(false);
    expect(isTreeStopped([entry(10), entry(11, { parent: 10, state: "T" })], 10)).toBe(true);
  });

  it("does not conclude from one stopped child among several", () => {
    const table = [entry(10), entry(11, { parent: 10, state: "T" }), entry(12, { parent: 10 })];
    expect(isTreeStopped(table, 10)).toBe(false);
  });

  it("looks at eight processes in a row", () => {
    const row = (length: number) =>
      Array.from({ length }, (_, index) =>
        entry(10 + index, { parent: 9 + index, state: index === length - 1 ? "T" : "S" }),
      );
    expect(isTreeStopped(row(8), 10)).toBe(true);
    expect(isTreeStopped(row(9), 10)).toBe(false);
  });

  it("ends on a circle of parents", () => {
    expect(isTreeStopped([entry(10, { parent: 11 }), entry(11, { parent: 10 })], 10)).toBe(false);
  });
});
