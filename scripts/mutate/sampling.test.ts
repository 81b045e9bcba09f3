import { describe, expect, it } from "vitest";
import { findMutants } from "./mutant.ts";
import { interleave, shareOut, shuffle } from "./sampling.ts";

const first = findMutants("src/a.ts", "const c = a < b; const d = a && b; e();");
const second = findMutants("src/b.ts", "const c = a > b; f();");

describe("shuffle", () => {
  it("gives the same order for the same seed and another for another", () => {
    expect(shuffle(first, "1")).toEqual(shuffle(first.toReversed(), "1"));
    expect(shuffle(first, "1")).not.toEqual(shuffle(first, "2"));
  });
  it("keeps the order of one file's mutants when those of another file come and go", () => {
    const together = shuffle([...first, ...second], "1").filter(({ file }) => file === "src/a.ts");
    expect(together).toEqual(shuffle(first, "1"));
  });
});

describe("shareOut", () => {
  it("gives every folder the floor and shares the rest by size", () => {
    const sizes = new Map([
      ["a", 1000],
      ["b", 3000],
    ]);
    expect([...shareOut(sizes, 100, 30)]).toEqual([
      ["a", 40],
      ["b", 60],
    ]);
  });
  it("gives no folder more than it has", () => {
    expect(shareOut(new Map([["a", 5]]), 100, 30).get("a")).toBe(5);
  });
});

describe("interleave", () => {
  it("takes from each list in turn", () => {
    expect(interleave([[1, 2, 3], [4], [5, 6]])).toEqual([1, 4, 5, 2, 6, 3]);
    expect(interleave([])).toEqual([]);
  });
});
