import { describe, expect, it } from "vitest";
import { sampleArray } from "./sample-array.ts";

/** Shows each item as the schema that it was made of, its variant, and whether it is required. */
function make(schema: object): unknown[] {
  return sampleArray(schema as never, (part, variant, isNeeded) =>
    part === "endless" ? undefined : `${String(part)} ${variant}${isNeeded ? "!" : ""}`,
  );
}

describe("a made-up array", () => {
  it.each<[object, string[]]>([
    [{}, ["undefined 0"]],
    [{ items: "i" }, ["i 0"]],
    [{ items: "i", minItems: 2 }, ["i 0!", "i 1!"]],
    [{ items: "i", minItems: "2" }, ["i 0!", "i 1!"]],
    [{ items: "i", minItems: "x2" }, ["i 0"]],
    [{ items: "i", minItems: "2x" }, ["i 0"]],
    [{ items: "i", maxItems: 0 }, []],
    [{ items: "i", maxItems: "0" }, []],
    [{ items: "i", minItems: 3, maxItems: 2 }, ["i 0!", "i 1!"]],
    [{ items: false }, []],
    [{ items: false, minItems: 2 }, []],
    [{ prefixItems: ["a", "b"] }, ["a 0!", "b 1!"]],
    [{ prefixItems: ["a", "b"], items: "i" }, ["a 0!", "b 1!"]],
    [{ prefixItems: ["a", "b"], items: "i", minItems: 3 }, ["a 0!", "b 1!", "i 2!"]],
    [{ prefixItems: ["a", "b"], maxItems: 1 }, ["a 0!"]],
    [{ prefixItems: ["a", false, "c"] }, ["a 0!"]],
    [{ prefixItems: "not a list", items: "i" }, ["i 0"]],
    // The form of older drafts.
    [{ items: ["a", "b"], additionalItems: "r" }, ["a 0!", "b 1!"]],
    [{ items: ["a"], additionalItems: "r", minItems: 2 }, ["a 0!", "r 1!"]],
    [{ items: "i", additionalItems: "r", minItems: 2 }, ["i 0!", "i 1!"]],
    [{ items: "i", contains: "c" }, ["c 0!"]],
    [{ items: "i", contains: "c", minContains: 2, minItems: 3 }, ["c 0!", "c 1!", "i 2!"]],
    [{ items: "i", contains: "c", minContains: 0 }, ["i 0"]],
    [{ items: "i", minContains: 5 }, ["i 0"]],
    [{ prefixItems: ["a"], contains: "c", items: "i", minItems: 3 }, ["a 0!", "c 1!", "i 2!"]],
    [{ items: "endless" }, []],
    [{ prefixItems: ["a", "endless", "b"] }, ["a 0!"]],
  ])("of %j is %j", (schema, expected) => {
    expect(make(schema)).toEqual(expected);
  });

  it("has at most 1,000 items", () => {
    expect(make({ items: "i", minItems: 5000 })).toHaveLength(1000);
  });
});
