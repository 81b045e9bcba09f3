import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, suggest } from "./suggest.ts";

describe("a suggestion", () => {
  it.each([
    ["tool_raed", "tool_read"],
    ["stream", undefined],
    ["Streaming", "streaming"],
    ["STREAMING", "streaming"],
    ["Tool_Raed", "tool_read"],
    ["mcp_clinet", "mcp_client"],
    ["zzz", undefined],
    ["", undefined],
  ])("for %j is %j", (word, expected) => {
    expect(suggest(word, ["streaming", "tool_read", "tool_write", "mcp_client"])).toBe(expected);
  });

  it.each<[string, string, string | undefined]>([
    ["a", "b", "b"],
    ["a", "bc", undefined],
    ["abc", "xbc", "xbc"],
    ["abcd", "abxd", "abxd"],
    ["abcd", "axxd", undefined],
    ["abcde", "abcdex", "abcdex"],
    ["abcde", "abcdexx", undefined],
    ["abcdef", "abcdxx", "abcdxx"],
    ["abcdef", "abcxxx", undefined],
    ["ab", "abcd", undefined],
  ])("for %j among %j is %j: about a third of the letters may be wrong", (word, candidate, expected) => {
    expect(suggest(word, [candidate])).toBe(expected);
  });

  it.each([
    ["", "", 0],
    ["", "abc", 3],
    ["ab", "ba", 1],
    ["abc", "cba", 2],
    ["abcd", "badc", 2],
    ["ca", "abc", 3],
    ["kitten", "sitting", 3],
    ["aab", "aba", 1],
    ["xab", "yba", 2],
  ])("is so far: %j and %j differ by %i", (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
  });

  it("ignores letter case in the candidates as well", () => {
    expect(suggest("path", ["HOME", "PATH"])).toBe("PATH");
    expect(suggest("PAHT", ["Home", "Path"])).toBe("Path");
  });

  it("prefers the closest candidate, and the first among equals", () => {
    expect(suggest("abc", ["abd", "abc"])).toBe("abc");
    expect(suggest("abx", ["aby", "abz"])).toBe("aby");
  });

  it("measures a distance: zero only for equals, symmetric, at most the longer word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (left, right) => {
        const distance = editDistance(left, right);
        expect(distance === 0).toBe(left === right);
        expect(distance).toBe(editDistance(right, left));
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });
});
