import { describe, expect, it } from "vitest";
import { blockAt, findBlocks, instrument } from "./blocks.ts";

/** Runs instrumented code and gives the numbers of the blocks that ran. */
function hitsOf(text: string): number[] {
  const hits = new Uint8Array(20);
  const code = instrument(text, findBlocks("a.ts", text), 0);
  Reflect.set(globalThis, "abpMutateHits", hits);
  try {
    new Function(code)();
  } finally {
    Reflect.deleteProperty(globalThis, "abpMutateHits");
  }
  return [...hits.keys()].filter((index) => hits[index] === 1);
}

describe("instrument", () => {
  it("notes functions, branches and cases that run", () => {
    expect(hitsOf("function f() { } function g() { } g();")).toEqual([2]);
    expect(hitsOf("if (false) { } else { }")).toEqual([2]);
    expect(hitsOf("switch (2) { case 1: break; case 2: break; }")).toEqual([2]);
    expect(hitsOf("switch (2) { case 1: { break; } case 2: { break; } }")).toEqual([3, 4]);
  });
  it("notes arrow functions without braces, and keeps their value", () => {
    expect(
      hitsOf("const f = () => ({ a: 1 }); const g = () => () => 2; if (f().a + g()() !== 3) throw 1;"),
    ).toEqual([1, 2, 3]);
  });
  it("keeps the lines", () => {
    const text = "function f() {\n  return 1;\n}\n";
    expect(instrument(text, findBlocks("a.ts", text), 0).split("\n")).toHaveLength(4);
  });
  it("runs if nothing counts", () => {
    const text = "const f = () => 1; f();";
    expect(() => new Function(instrument(text, findBlocks("a.ts", text), 0))()).not.toThrow();
  });
});

describe("blockAt", () => {
  it("counts the default values of parameters as part of the function", () => {
    const text = "const f = (a = 1) => a; class A { b(c = 2) { } }";
    const blocks = findBlocks("a.ts", text);
    expect(["1", "2"].map((part) => blockAt(blocks, text.indexOf(part)))).toEqual([1, 2]);
  });
  it("finds the innermost block, and the whole file outside of all", () => {
    const text = "a; function f() { b; if (c) { d; } e; }";
    const blocks = findBlocks("a.ts", text);
    expect(["a;", "b;", "d;", "e;"].map((part) => blockAt(blocks, text.indexOf(part)))).toEqual([0, 1, 2, 1]);
  });
});
