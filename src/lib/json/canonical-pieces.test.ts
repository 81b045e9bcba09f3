import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalize, canonicalPieces } from "./canonical.ts";

/** The text of an object with the value of each left-out name filled in between the pieces. */
function join(pieces: readonly string[], values: readonly unknown[]): string {
  return pieces.map((piece, at) => piece + (at < values.length ? canonicalize(values[at]) : "")).join("");
}

describe("canonical JSON in pieces", () => {
  test.each<[object, string[], string[]]>([
    [{}, [], ["{}"]],
    [{ a: 1 }, [], ['{"a":1}']],
    [{}, ["m"], ['{"m":', "}"]],
    [{ a: 1 }, ["m"], ['{"a":1,"m":', "}"]],
    [{ z: 1 }, ["m"], ['{"m":', ',"z":1}']],
    [{ z: 1, a: 2 }, ["m"], ['{"a":2,"m":', ',"z":1}']],
    [{ m: "left out", n: 1 }, ["m"], ['{"m":', ',"n":1}']],
    [{ a: 1, n: 2, z: 3 }, ["m", "o"], ['{"a":1,"m":', ',"n":2,"o":', ',"z":3}']],
    [{}, ["m", "n"], ['{"m":', ',"n":', "}"]],
    [{ a: 1 }, ["m", "n"], ['{"a":1,"m":', ',"n":', "}"]],
    [{ z: 1 }, ["m", "n"], ['{"m":', ',"n":', ',"z":1}']],
    [{ b: null, a: [1, { d: 1, c: 2 }] }, ['"'], ['{"\\"":', ',"a":[1,{"c":2,"d":1}],"b":null}']],
  ])("%j without %j is %j", (object, left, expected) => {
    expect(canonicalPieces(object as Record<string, unknown>, left)).toEqual(expected);
  });

  test("keeps a member with the name __proto__", () => {
    const object = JSON.parse('{"__proto__":{"x":1},"a":1}') as Record<string, unknown>;
    expect(canonicalPieces(object, ["m"])).toEqual(['{"__proto__":{"x":1},"a":1,"m":', "}"]);
  });

  test("are together the text of the whole object", () => {
    const names = fc.constantFrom("a", "b", "m", "n", "z", "10", "é", "\ud83d\ude00");
    fc.assert(
      fc.property(
        fc.dictionary(names, fc.jsonValue()),
        fc.uniqueArray(fc.constantFrom("b", "m", "z", "~"), { maxLength: 3 }),
        (object, left) => {
          const sorted = [...left].sort();
          const pieces = canonicalPieces(object, sorted);
          expect(pieces).toHaveLength(sorted.length + 1);
          const whole = { ...object, ...Object.fromEntries(sorted.map((name, at) => [name, at])) };
          expect(join(pieces, [...sorted.keys()])).toBe(canonicalize(whole));
        },
      ),
    );
  });
});
