import { describe, expect, it } from "vitest";
import { vectorOf } from "./vectors.ts";

describe("a simulated vector", () => {
  it("is the same for the same text, and another for another text", () => {
    expect(vectorOf("a")).toEqual(vectorOf("a"));
    expect(vectorOf("a")).not.toEqual(vectorOf("b"));
  });

  it("has the wanted dimensions and the length 1", () => {
    for (const [dimensions, wanted] of [
      [undefined, 8],
      [1, 1],
      [40, 40],
    ] as const) {
      const vector = vectorOf("text", dimensions);
      expect(vector).toHaveLength(wanted);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 10);
    }
    expect(new Set(vectorOf("text", 40)).size).toBeGreaterThan(30);
  });

  it("has at most 4096 dimensions", () => {
    expect(vectorOf("a", 4096)).toHaveLength(4096);
    expect(() => vectorOf("a", 4097)).toThrow("at most 4096 dimensions");
  });
});
