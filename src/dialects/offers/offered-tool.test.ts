import { expect, test } from "vitest";
import { qualifiedName, textOf } from "./offered-tool.ts";

test("a tool of a namespace has its name before its own, with one separator", () => {
  expect(qualifiedName(undefined, "a")).toBe("a");
  expect(qualifiedName("", "a")).toBe("a");
  expect(qualifiedName("hub", "a")).toBe("hub__a");
  expect(qualifiedName("mcp__hub__", "a")).toBe("mcp__hub__a");
  expect(qualifiedName("hub_", "a")).toBe("hub___a");
});

test("a member is a text if it has at least one character", () => {
  const value = { a: "x", b: "", c: 7, d: null, e: " " };
  expect(["a", "b", "c", "d", "e", "f"].map((name) => textOf(value, name))).toEqual([
    "x",
    undefined,
    undefined,
    undefined,
    " ",
    undefined,
  ]);
});
