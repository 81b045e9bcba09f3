import { describe, expect, it } from "vitest";
import { findMutants, mutate } from "../mutant.ts";

/** The lines that one operator makes out of a source text. */
function mutants(operator: string, text: string): string[] {
  return findMutants("src/a.ts", text)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => mutate(text, mutant.replacement));
}

describe("comparison", () => {
  it("moves a boundary and turns it around", () => {
    expect(mutants("comparison", "const c = a < b;")).toEqual(["const c = a <= b;", "const c = a >= b;"]);
    expect(mutants("comparison", "const c = a >= b;")).toEqual(["const c = a > b;", "const c = a < b;"]);
  });
  it("negates an equality", () => {
    expect(mutants("comparison", "const c = a === b;")).toEqual(["const c = a !== b;"]);
    expect(mutants("comparison", "const c = (a) /* === */ !== b;")).toEqual([
      "const c = (a) /* === */ === b;",
    ]);
  });
});

describe("logical", () => {
  it("swaps the operator and leaves out each operand", () => {
    expect(mutants("logical", "const c = a && b;")).toEqual([
      "const c = a;",
      "const c = b;",
      "const c = a || b;",
    ]);
    expect(mutants("logical", "const c = a || b;")).toContain("const c = a && b;");
  });
  it("leaves out a default", () => {
    expect(mutants("logical", "const c = a ?? b;")).toEqual(["const c = a;"]);
  });
  it("removes a negation", () => {
    expect(mutants("negation", "const c = !a;")).toEqual(["const c = a;"]);
  });
});

describe("condition", () => {
  it("forces both ways in a branch, and only false in a loop", () => {
    expect(mutants("condition", "if (a) b();")).toEqual(["if (true) b();", "if (false) b();"]);
    expect(mutants("condition", "const c = a ? 1 : 2;")).toHaveLength(2);
    expect(mutants("condition", "while (a) b();")).toEqual(["while (false) b();"]);
    expect(mutants("condition", "while (true) b();")).toEqual([]);
    expect(mutants("condition", "for (;;) b();")).toEqual([]);
  });
});

describe("arithmetic", () => {
  it("swaps operators of numbers", () => {
    expect(mutants("arithmetic", "const c = a + b;")).toEqual(["const c = a - b;"]);
    expect(mutants("arithmetic", "a -= b;")).toEqual(["a += b;"]);
  });
  it("leaves the joining of texts alone", () => {
    expect(mutants("arithmetic", 'const c = a + "x" + b;')).toEqual([]);
    expect(mutants("arithmetic", "a += `x`;")).toEqual([]);
  });
  it("turns a step around, except in the head of a for loop", () => {
    expect(mutants("step", "for (let i = 0; i < 3; i++) n++;")).toEqual(["for (let i = 0; i < 3; i++) n--;"]);
  });
});

describe("literals", () => {
  it("flips, increments, empties and fills", () => {
    expect(mutants("boolean", "const c = true;")).toEqual(["const c = false;"]);
    expect(mutants("number", "const c = 1_000;")).toEqual(["const c = 1001;"]);
    expect(mutants("number", "const c = 1n;")).toEqual(["const c = 2n;"]);
    expect(mutants("string", 'const c = "a";')).toEqual(['const c = "";']);
    expect(mutants("string", 'const c = "";')).toEqual(['const c = "mutated";']);
    expect(mutants("string", "const c = `a`;")).toEqual(["const c = ``;"]);
    expect(mutants("collection", "const c = [a];")).toEqual(["const c = [];"]);
    expect(mutants("collection", "const c = { a };")).toEqual(["const c = {};"]);
    expect(mutants("collection", "const c = []; const { a } = {};")).toEqual([]);
  });
  it("leaves types, imports, module names and property names alone", () => {
    expect(findMutants("src/a.ts", 'import { a } from "a"; export * from "b";')).toEqual([]);
    expect(findMutants("src/a.ts", 'type A = "a" | 1; interface B { c: "d" }')).toEqual([]);
    expect(findMutants("src/a.ts", 'export { a } from "a"; await import("b");')).toEqual([]);
    expect(mutants("string", 'const c = a as "b"; const d = { "e": f }; new URL("./g.ts", h);')).toEqual([]);
    expect(mutants("string", 'createRequire(u)("ws");')).toEqual([]);
  });
  it("leaves messages for people alone, and mutates the code of an error", () => {
    expect(mutants("string", 'throw new AbpError("bad_input", "Bad input.");')).toEqual([
      'throw new AbpError("", "Bad input.");',
    ]);
    expect(mutants("string", 'const c = "three words here"; const d = { title: "Title" };')).toEqual([]);
    expect(mutants("string", ["const c = refuse(`$", "{a} b`);"].join(""))).toEqual([]);
    expect(mutants("string", 'const c = "GET /";')).toEqual(['const c = "";']);
  });
  it("leaves the cells of large tables alone", () => {
    const table = (rows: number): string => `const c = [${'["a", 1], '.repeat(rows)}];`;
    expect(mutants("string", table(5))).toEqual([]);
    expect(mutants("number", table(5))).toEqual([]);
    expect(mutants("string", table(4))).toHaveLength(4);
  });
});

describe("statements", () => {
  it("removes calls, assignments and steps", () => {
    expect(mutants("effect", "a();")).toEqual([";"]);
    expect(mutants("effect", "await a?.();")).toEqual([";"]);
    expect(mutants("effect", "a = b;")).toEqual([";"]);
    expect(mutants("effect", "a++;")).toEqual([";"]);
    expect(mutants("effect", "class A extends B { constructor() { super(); } }")).toEqual([]);
  });
  it("removes an exit that code follows", () => {
    expect(mutants("early exit", "function f() { if (a) return; b(); }")).toEqual([
      "function f() { if (a) ; b(); }",
    ]);
    expect(mutants("early exit", "function f() { if (a) { throw b; } c(); }")).toHaveLength(1);
    expect(mutants("early exit", "function f() { for (const a of b) return a; }")).toHaveLength(1);
  });
  it("leaves an exit at the end of its function alone", () => {
    expect(mutants("early exit", "function f() { a(); return b; }")).toEqual([]);
    expect(mutants("early exit", "function f() { if (a) return b; }")).toEqual([]);
  });
  it("removes jumps that change what runs next", () => {
    expect(mutants("jump", "for (const a of b) { if (a) continue; c(); }")).toHaveLength(1);
    expect(mutants("jump", "for (const a of b) { if (a) continue; }")).toEqual([]);
    expect(mutants("jump", "while (a) { if (b) break; }")).toHaveLength(1);
    expect(mutants("jump", "switch (a) { case 1: b(); break; default: c(); break; }")).toHaveLength(1);
  });
});

describe("calls and access", () => {
  it("calls the opposite method", () => {
    expect(mutants("method", "a.some(b);")).toEqual(["a.every(b);"]);
    expect(mutants("method", "Math.min(a, b);")).toEqual(["Math.max(a, b);"]);
    expect(mutants("method", "a.toString();")).toEqual([]);
  });
  it("leaves out a call that gives a changed copy", () => {
    expect(mutants("method", "const c = a?.filter(b).length;")).toEqual(["const c = a?.length;"]);
    expect(mutants("method", "const c = a.trim();")).toEqual(["const c = a;"]);
  });
  it("swaps first and last, except if it is assigned", () => {
    expect(mutants("first or last", "const c = a[0]!;")).toEqual(["const c = a.at(-1)!;"]);
    expect(mutants("first or last", "const c = a?.[0];")).toEqual(["const c = a?.at(-1);"]);
    expect(mutants("first or last", "const c = a?.at(-1);")).toEqual(["const c = a?.[0];"]);
    expect(mutants("first or last", "a[0] = b; c[0]!++;")).toEqual([]);
  });
  it("removes the question mark of an optional chain", () => {
    expect(mutants("optional chain", "a?.b;")).toEqual(["a.b;"]);
    expect(mutants("optional chain", "a?.[b];")).toEqual(["a[b];"]);
    expect(mutants("optional chain", "a?.(b);")).toEqual(["a(b);"]);
  });
});
