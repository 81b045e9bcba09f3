import { describe, expect, it } from "vitest";
import { findEquivalent, findStale, parseEquivalents } from "./equivalents.ts";
import { findMutants } from "./mutant.ts";

const entry = { file: "src/a.ts", original: "a();", mutated: ";", reason: "It has no effect." };
const mutants = findMutants("src/a.ts", "\n\n  a();\n");

describe("equivalent mutants", () => {
  it("match by content on whatever line", () => {
    expect(findEquivalent([entry], mutants[0]!)).toBe(entry);
    expect(findEquivalent([{ ...entry, file: "src/b.ts" }], mutants[0]!)).toBeUndefined();
    expect(findEquivalent([{ ...entry, mutated: "b();" }], mutants[0]!)).toBeUndefined();
  });
  it("are stale when no mutant matches any more", () => {
    const gone = { ...entry, original: "b();" };
    expect(findStale([entry, gone], mutants)).toEqual([gone]);
  });
  it("need a reason", () => {
    expect(parseEquivalents(JSON.stringify([entry]))).toEqual([entry]);
    expect(() => parseEquivalents(JSON.stringify([{ ...entry, reason: "" }]))).toThrow(
      "equivalent mutant 1 needs",
    );
    expect(() => parseEquivalents("{}")).toThrow("not a JSON array");
  });
});
