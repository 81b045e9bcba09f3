import { homedir } from "node:os";
import { describe, expect, it } from "vitest";
import { readPathRule } from "./path-rule.ts";

describe("a pattern of a rule on paths", () => {
  it.each([
    ["a", ["a", "a/b", "b/a", "/w/b/a/c"], ["b", "ab", "/a", "../a", "/wa", "."]],
    ["a/", ["a", "b/a/c"], ["b"]],
    ["./a", ["a", "a/b"], ["b/a"]],
    ["/a", ["a", "/w/a/b"], ["/a", "b/a"]],
    ["a/b", ["a/b", "a/b/c"], ["b", "c/a/b", "a"]],
    ["a/./b", ["a/b"], ["a"]],
    ["a//b", ["a/b"], ["a"]],
    ["a/**", ["a/b", "a/b/c"], ["b/a/b", "b"]],
    ["**/a", ["a", "b/a", "b/c/a/d"], ["b"]],
    ["a/**/b", ["a/b", "a/c/d/b"], ["a", "b"]],
    ["*.ts", ["a.ts", "b/a.ts"], ["a.js"]],
    ["//a/b", ["/a/b", "/a/b/c"], ["a/b", "/a"]],
    ["~/a", [`${homedir()}/a`, `${homedir()}/a/b`], ["a", "/a"]],
    ["../a", ["/a", "../a/b"], ["a", "/w/a"]],
    ["./../a", ["/a"], ["a"]],
    ["**", ["a", "a/b"], ["/a"]],
    ["..a", ["..a", "b/..a/c"], ["a"]],
  ])("%s means %j and not %j", (pattern, meant, others) => {
    const means = readPathRule(pattern, "/w");
    expect(meant.filter((path) => !means(path))).toEqual([]);
    expect(others.filter((path) => means(path))).toEqual([]);
  });
});
