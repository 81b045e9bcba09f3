import { expect, it } from "vitest";
import { parseGlob } from "./parse.ts";
import { chooseStrategy, type Strategy } from "./strategy.ts";

const runs = (prefix: string, inner: readonly string[], suffix: string) => ({ prefix, inner, suffix });
const strategies: readonly (readonly [pattern: string, strategy: Strategy])[] = [
  ["", { kind: "literal", text: "" }],
  ["a/b", { kind: "literal", text: "a/b" }],
  ["*", { kind: "everything" }],
  ["**", { kind: "everything" }],
  ["***", { kind: "everything" }],
  ["**/", { kind: "everything" }],
  ["**/*", { kind: "everything" }],
  ["ab*", { kind: "prefix", text: "ab" }],
  ["ab**", { kind: "prefix", text: "ab" }],
  ["ab/**", { kind: "prefix", text: "ab/" }],
  ["*ab", { kind: "suffix", text: "ab" }],
  ["**/*ab", { kind: "suffix", text: "ab" }],
  ["**/ab/c", { kind: "tail", text: "ab/c" }],
  ["**/ab/**", { kind: "within", text: "ab" }],
  ["a*b", { kind: "runs", runs: runs("a", [], "b") }],
  ["a*b*c", { kind: "runs", runs: runs("a", ["b"], "c") }],
  ["a*bc*de*", { kind: "runs", runs: runs("a", ["bc", "de"], "") }],
  ["*a*", { kind: "runs", runs: runs("", ["a"], "") }],
  ["*a*b", { kind: "runs", runs: runs("", ["a"], "b") }],
];

it.each(strategies)("%j is matched in the cheapest exact way", (pattern, strategy) => {
  expect(chooseStrategy(parseGlob(pattern))).toEqual(strategy);
});

it.each([
  ["?", runs("", [], "")],
  ["a?", runs("a", [], "")],
  ["a?b", runs("a", [], "b")],
  ["a[bc]d*e", runs("a", ["d"], "e")],
  ["{a,b}c", runs("", [], "c")],
  ["*a?", runs("", ["a"], "")],
  ["**/a?", runs("", ["a"], "")],
  ["**/a*", runs("", ["a"], "")],
  ["*/a/**", runs("", ["/a"], "")],
  ["**/*a/**", runs("", ["a"], "")],
  ["a/**/b", runs("a", [], "b")],
  ["a?/**", runs("a", [], "")],
])("%j needs an automaton, and holds its literal texts", (pattern, texts) => {
  const tokens = parseGlob(pattern);
  expect(chooseStrategy(tokens)).toEqual({ kind: "automaton", runs: texts, tokens });
});
