import { describe, expect, it } from "vitest";
import { readLooseValue, readPair, setAt } from "./pair-flag.ts";

describe("a pair", () => {
  it.each([
    ["A=1", ["A", "1"]],
    ["A=", ["A", ""]],
    ["A=b=c", ["A", "b=c"]],
    [" A = 1 ", [" A ", " 1 "]],
  ])("is read from %j as %j", (text, pair) => {
    expect(readPair(text, "--env")).toEqual(pair);
  });

  it.each(["", "A", "=1", "="])("is not read from %j", (text) => {
    expect(() => readPair(text, "--env")).toThrow(
      expect.objectContaining({
        code: "usage_invalid",
        message: `${JSON.stringify(text)} is not KEY=VALUE`,
        where: "--env",
      }),
    );
  });
});

it.each([
  ["1", 1],
  ["true", true],
  ["null", null],
  ['"1"', "1"],
  ['{"a":[1]}', { a: [1] }],
  ["", ""],
  ["words of text", "words of text"],
  ["{a", "{a"],
])("the value of a pair is JSON if it can be, and text if not: %j", (text, value) => {
  expect(readLooseValue(text)).toEqual(value);
});

describe("a value at a path", () => {
  it.each([
    [{}, ["a"], { a: "v" }],
    [{ a: 1, b: 2 }, ["a"], { a: "v", b: 2 }],
    [{ b: 2 }, ["a", "c", "d"], { a: { c: { d: "v" } }, b: 2 }],
    [{ a: { b: 2 } }, ["a", "c"], { a: { b: 2, c: "v" } }],
    [{ a: null }, ["a", "c"], { a: { c: "v" } }],
    [{}, ["prototype", "constructor"], { prototype: { constructor: "v" } }],
  ])("is set in %j at %j", (target, path, result) => {
    setAt(target, path, "v", "--param");
    expect(target).toEqual(result);
  });

  it.each([
    [{}, [], "a part of the key is empty or not allowed"],
    [{}, [""], "a part of the key is empty or not allowed"],
    [{}, ["a", "", "b"], "a part of the key is empty or not allowed"],
    [{}, ["__proto__", "b"], "a part of the key is empty or not allowed"],
    [{}, ["a", "__proto__"], "a part of the key is empty or not allowed"],
    [{ a: 1 }, ["a", "b"], '"a" is already set to a value'],
    [{ a: { b: "x" } }, ["a", "b", "c"], '"b" is already set to a value'],
    [{ a: [1] }, ["a", "0"], '"a" is already set to a value'],
    [{ a: false }, ["a", "b"], '"a" is already set to a value'],
  ])("is not set in %j at %j: %s", (target, path, message) => {
    expect(() => setAt(target, path, "v", "--param")).toThrow(
      expect.objectContaining({ code: "usage_invalid", message, where: "--param" }),
    );
  });
});
