import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffReceipts } from "../index.ts";
import { alignLists } from "./alignment.ts";

const event = (text: string, minute = 0) => ({
  ts: `2026-03-01T08:0${minute}:00Z`,
  type: "assistant_message",
  text,
});
const receipt = (trace: unknown[], more: object = {}) => ({
  meta: { run_id: "r" },
  outcome: "complete",
  trace,
  ...more,
});

describe("a diff of two receipts", () => {
  it("is empty for equal receipts, whatever the order of members", () => {
    const left = receipt([event("a")]);
    expect(diffReceipts(left, { trace: [event("a")], outcome: "complete", meta: { run_id: "r" } })).toEqual(
      [],
    );
  });

  it("names every changed, added and removed member with its values", () => {
    const left = receipt([], { usage: { input_tokens: 1, output_tokens: null }, mode: "mapped" });
    const right = receipt([], { usage: { input_tokens: 2, output_tokens: null }, chain: { seq: 0 } });
    expect(diffReceipts(left, right)).toEqual([
      { kind: "changed", path: "$.usage.input_tokens", before: 1, after: 2 },
      { kind: "removed", path: "$.mode", before: "mapped" },
      { kind: "added", path: "$.chain", after: { seq: 0 } },
    ]);
  });

  it("shows an inserted event as one insertion", () => {
    const left = receipt([event("a"), event("b"), event("c"), event("d")]);
    const right = receipt([event("a"), event("new"), event("b"), event("c"), event("d")]);
    expect(diffReceipts(left, right)).toEqual([{ kind: "added", path: "$.trace[1]", after: event("new") }]);
    expect(diffReceipts(right, left)).toEqual([
      { kind: "removed", path: "$.trace[1]", before: event("new") },
    ]);
  });

  it("shows a later clock as changed times and not as other events", () => {
    const left = receipt([event("a", 0), event("b", 0)]);
    const right = receipt([event("a", 1), event("b", 1)]);
    expect(diffReceipts(left, right).map(({ kind, path }) => [kind, path])).toEqual([
      ["changed", "$.trace[0].ts"],
      ["changed", "$.trace[1].ts"],
    ]);
  });

  it("finds an insertion also if every clock differs", () => {
    const left = receipt([event("a", 0), event("b", 0)]);
    const right = receipt([event("new", 1), event("a", 1), event("b", 1)]);
    expect(diffReceipts(left, right).map(({ kind, path }) => [kind, path])).toEqual([
      ["added", "$.trace[0]"],
      ["changed", "$.trace[1].ts"],
      ["changed", "$.trace[2].ts"],
    ]);
  });

  it("shows an event of the same kind as changed, and of another kind as replaced", () => {
    const warning = { ts: event("x").ts, type: "warning", message: "w" };
    expect(diffReceipts(receipt([event("a"), event("b")]), receipt([event("a"), event("B")]))).toEqual([
      { kind: "changed", path: "$.trace[1].text", before: "b", after: "B" },
    ]);
    const replaced = diffReceipts(receipt([event("a"), event("b")]), receipt([event("a"), warning]));
    expect(replaced.map(({ kind, path }) => [kind, path])).toEqual([
      ["added", "$.trace[1]"],
      ["removed", "$.trace[1]"],
    ]);
  });

  it("puts what was removed before the changed events that stood after it", () => {
    const gone = { ts: event("x").ts, type: "warning", message: "w" };
    const last = { ts: event("x").ts, type: "run_completed", message: "r" };
    const left = receipt([event("first"), gone, event("a"), last]);
    const changes = diffReceipts(left, receipt([event("first"), event("A")]));
    expect(changes.map(({ kind, path }) => [kind, path])).toEqual([
      ["removed", "$.trace[1]"],
      ["changed", "$.trace[1].text"],
      ["removed", "$.trace[3]"],
    ]);
    expect(changes[0]).toEqual({ kind: "removed", path: "$.trace[1]", before: gone });
    expect(changes[2]).toEqual({ kind: "removed", path: "$.trace[3]", before: last });
  });

  it.each<[string, unknown, unknown, object[]]>([
    ["a list and an object", [1], { 0: 1 }, [{ kind: "changed", path: "$.a", before: [1], after: { 0: 1 } }]],
    ["an object and null", {}, null, [{ kind: "changed", path: "$.a", before: {}, after: null }]],
    ["an item that is null", [null, 1], [1], [{ kind: "removed", path: "$.a[0]", before: null }]],
    [
      "items of two types",
      [1],
      ["1"],
      [
        { kind: "added", path: "$.a[0]", after: "1" },
        { kind: "removed", path: "$.a[0]", before: 1 },
      ],
    ],
    ["items that are lists", [[1]], [[2]], [{ kind: "changed", path: "$.a[0][0]", before: 1, after: 2 }]],
    [
      "items by their kind",
      [{ kind: "x", a: 1 }],
      [{ kind: "x", a: 2 }],
      [{ kind: "changed", path: "$.a[0].a", before: 1, after: 2 }],
    ],
    ["a member that is undefined and absent", { b: undefined }, {}, []],
    ["numbers that JSON writes alike", 1, 1.0, []],
  ])("compares %s", (_, before, after, changes) => {
    expect(diffReceipts({ a: before }, { a: after })).toEqual(changes);
  });

  it("writes odd names so that the path stays readable", () => {
    expect(diffReceipts({ "odd name": 1 }, { "odd name": 2 })[0]?.path).toBe('$["odd name"]');
  });
});

describe("an alignment", () => {
  const lists = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });

  it("leads from one list to the other with the fewest steps", () => {
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const steps = alignLists(before, after);
        const left = steps.flatMap((step) => (step.kind === "added" ? [] : [step.before]));
        const right = steps.flatMap((step) => (step.kind === "removed" ? [] : [step.after]));
        expect(left).toEqual(before.map((_, index) => index));
        expect(right).toEqual(after.map((_, index) => index));
        const same = steps.filter((step) => step.kind === "same");
        for (const step of same) expect(before[step.before]).toBe(after[step.after]);
        expect(same).toHaveLength(longestCommon(before, after));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["aa", "aaa", "==+"],
    ["aaa", "a", "=--"],
    ["aba", "aba", "==="],
    ["ab", "aab", "=+="],
    ["", "ab", "++"],
    ["ab", "", "--"],
    ["xay", "zaw", "-+=-+"],
  ])("of %j with %j is %j", (before, after, expected) => {
    const signs = { same: "=", added: "+", removed: "-" };
    const steps = alignLists([...before], [...after]);
    expect(steps.map(({ kind }) => signs[kind]).join("")).toBe(expected);
    expect(steps.flatMap((step) => (step.kind === "added" ? [] : [step.before]))).toEqual(
      [...before].map((_, index) => index),
    );
    expect(steps.flatMap((step) => (step.kind === "removed" ? [] : [step.after]))).toEqual(
      [...after].map((_, index) => index),
    );
  });

  it("gives up on lists that have nothing in common instead of taking quadratic time", () => {
    const long = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`);
    expect(alignLists(long("a"), long("b"))).toHaveLength(40_000);
  });
});

/** The length of the longest common subsequence, by the textbook table. */
function longestCommon(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const left of before) {
    const next = [0];
    for (const [index, right] of after.entries()) {
      next.push(left === right ? row[index]! + 1 : Math.max(next[index]!, row[index + 1]!));
    }
    row = next;
  }
  return row[after.length]!;
}
