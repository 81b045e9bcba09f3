import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, suggest } from "./suggest.ts";

describe("a suggestion", () => {
  it.each([
    ["tool_raed", "tool_read"],
    ["stream", undefined],
    ["Streaming", "streaming"],
    ["mcp_clinet", "mcp_client"],
    ["zzz", undefined],
    ["", undefined],
  ])("for %j is %j", (word, expected) => {
    expect(suggest(word, ["streaming", "tool_read", "tool_write", "mcp_client"])).toBe(expected);
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
