import { describe, expect, it } from "vitest";
import { findMutants, mutantKey } from "./mutant.ts";

describe("findMutants", () => {
  it("gives the line, and the text before and after without indentation", () => {
    const [mutant] = findMutants("src/a.ts", "let a;\n  a = b;\n");
    expect(mutant).toMatchObject({
      file: "src/a.ts",
      line: 2,
      operator: "effect",
      original: "a = b;",
      mutated: ";",
    });
  });
  it("joins the lines of a change that spans several", () => {
    const mutants = findMutants("src/a.ts", "call(\n  b,\n);\n");
    expect(mutants[0]).toMatchObject({ line: 1, original: "call( b, );", mutated: ";" });
  });
  it("numbers changes that look the same", () => {
    const mutants = findMutants("src/a.ts", "a();\na();\n");
    expect(mutants.map(({ line, occurrence }) => [line, occurrence])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });
  it("lists a change once when two operators make it", () => {
    const mutated = findMutants("src/a.ts", "if (!a) b();").map((mutant) => mutant.mutated);
    expect(new Set(mutated).size).toBe(mutated.length);
  });
});

describe("mutantKey", () => {
  it("depends on the source text and on the change", () => {
    const [first, second] = findMutants("src/a.ts", "const c = a < b;");
    const keys = [mutantKey(first!, "text"), mutantKey(second!, "text"), mutantKey(first!, "other")];
    expect(new Set(keys).size).toBe(3);
    expect(mutantKey(first!, "text")).toBe(keys[0]);
  });
});
