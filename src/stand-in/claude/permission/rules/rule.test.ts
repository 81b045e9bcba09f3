import { describe, expect, it } from "vitest";
import { hasWildcards, namesTool, readRule, splitRules } from "./rule.ts";

it.each<[string, unknown]>([
  ["Bash", { tool: "Bash", pattern: undefined }],
  [" Bash ", { tool: "Bash", pattern: undefined }],
  ["Bash()", { tool: "Bash", pattern: undefined }],
  ["Bash( )", { tool: "Bash", pattern: undefined }],
  ["Bash(*)", { tool: "Bash", pattern: undefined }],
  ["Bash( * )", { tool: "Bash", pattern: undefined }],
  ["Bash(**)", { tool: "Bash", pattern: "**" }],
  ["Bash(git:*)", { tool: "Bash", pattern: "git:*" }],
  ["Bash( a )", { tool: "Bash", pattern: " a " }],
  ["Bash(echo (a)\n)", { tool: "Bash", pattern: "echo (a)\n" }],
  ["mcp__a__*", { tool: "mcp__a__*", pattern: undefined }],
  ["", undefined],
  ["(a)", undefined],
  ["Bash (a)", undefined],
  ["Bash(a", undefined],
  ["Bash(a) b", undefined],
  ["Bash a)", undefined],
])("the rule %j is %j", (text, rule) => {
  expect(readRule(text)).toEqual(rule);
});

it.each<[readonly string[] | undefined, readonly string[]]>([
  [undefined, []],
  [[], []],
  [["", " , "], []],
  [
    ["A,B C", "D\tE"],
    ["A", "B", "C", "D", "E"],
  ],
  [["A(b, c) D"], ["A(b, c)", "D"]],
  [["A((b), c),D"], ["A((b), c)", "D"]],
  [["A) B"], ["A)", "B"]],
  [
    ["A(b c", "D"],
    ["A(b c", "D"],
  ],
])("the lists %j have the rules %j", (values, rules) => {
  expect(splitRules(values)).toEqual(rules);
});

describe("a name in a rule", () => {
  it.each<[string, string, boolean]>([
    ["Bash", "Bash", true],
    ["Bash", "BashOutput", false],
    ["Bash*", "BashOutput", true],
    ["*", "Bash", true],
    ["mcp__a", "mcp__a__b", true],
    ["mcp__a", "mcp__a", true],
    ["mcp__a", "mcp__ab__c", false],
    ["mcp__a", "mcp__a_b", false],
    ["mcp__a__b", "mcp__a__b__c", false],
    ["mcp__a__", "mcp__a____c", true],
    ["mcp__a__*", "mcp__a__b", true],
    ["mcp__*", "mcp__a__b", true],
    ["mcp__a*", "mcp__ab__c", true],
    ["x_mcp__a", "x_mcp__a__b", false],
    ["Bash", "Bash__x", false],
  ])("%s stands for the tool %s: %s", (rule, tool, isMeant) => {
    expect(namesTool(rule, tool)).toBe(isMeant);
  });
});

describe("a pattern with wildcards", () => {
  it.each<[string, string, boolean]>([
    ["", "", true],
    ["a", "a", true],
    ["a", "ab", false],
    ["*", "", true],
    ["*", "abc", true],
    ["**", "", true],
    ["a*", "a", true],
    ["a*", "ba", false],
    ["*a", "ba", true],
    ["*a", "ab", false],
    ["a*a", "a", false],
    ["a*a", "aa", true],
    ["ab*ba", "aba", false],
    ["ab*ba", "abba", true],
    ["a*b*c", "a-b-c", true],
    ["a*b*c", "abc", true],
    ["a*b*c", "a-c", false],
    ["a*b*c", "ac b", false],
    ["a*b*b", "ab", false],
    ["a*b*b", "abb", true],
    ["a*b*b*c", "abc", false],
    ["a*b*b*c", "abbc", true],
    ["a*bc*c", "abc", false],
    ["*b*b*", "b", false],
    ["*b*b*", "bb", true],
    ["*ab*ba*", "aba", false],
    ["*ab*ba*", "abba", true],
    ["a*a*b", "ab", false],
    ["aa*aa*b", "aaab", false],
  ])("%j stands for %j: %s", (pattern, text, isMeant) => {
    expect(hasWildcards(pattern, text)).toBe(isMeant);
  });
});
