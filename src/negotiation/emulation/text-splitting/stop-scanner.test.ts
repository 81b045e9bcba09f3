import { describe, expect, it } from "vitest";
import { openStopScanner } from "./stop-scanner.ts";

/** The text before the first sequence, the sequence and the text after it. */
function scan(sequences: readonly string[], texts: readonly string[]) {
  const scanner = openStopScanner(sequences);
  let before = "";
  for (const text of texts) {
    const found = scanner.push(text);
    before += found.text;
    if (found.matched !== undefined) return [before, found.matched, found.rest];
  }
  return [before + scanner.flush()];
}

describe("a search for the first of several sequences", () => {
  it.each<[readonly string[], string, readonly string[]]>([
    [[], "abc", ["abc"]],
    [[""], "abc", ["abc"]],
    [["x"], "abc", ["abc"]],
    [["x"], "", [""]],
    [["b"], "abc", ["a", "b", "c"]],
    [["b"], "abcb", ["a", "b", "cb"]],
    [["abc"], "ababc!", ["ab", "abc", "!"]],
    [["aab"], "aaab", ["a", "aab", ""]],
    [["abab"], "abaabab", ["aba", "abab", ""]],
    [["aabaaa"], "aabaabaaa.", ["aab", "aabaaa", "."]],
    [["ababaca"], "abababaca", ["ab", "ababaca", ""]],
    [["bc", "abcd"], "abcd", ["a", "bc", "d"]],
    [["c", "bc", "abc"], "abcd", ["", "abc", "d"]],
    [["bc", "abc", "bc"], "abcd", ["", "abc", "d"]],
    [["abcd", "x"], "abcx", ["abc", "x", ""]],
    [["abcd"], "abc", ["abc"]],
  ])("%j in %j finds %j, however the text is cut", (sequences, text, found) => {
    expect(scan(sequences, [text])).toEqual(found);
    for (let cut = 0; cut <= text.length; cut++) {
      const [before, matched, rest] = scan(sequences, [text.slice(0, cut), text.slice(cut)]);
      const after =
        matched === undefined || before!.length + matched.length > cut ? rest : rest! + text.slice(cut);
      expect([before, matched, after]).toEqual([found[0], found[1], found[2]]);
    }
    expect(scan(sequences, [...text]).slice(0, 2)).toEqual(found.slice(0, 2));
  });

  it("holds back only what may begin a sequence, and gives it out once", () => {
    const scanner = openStopScanner(["abc", "bx"]);
    expect(scanner.push("..ab")).toEqual({ text: "..", rest: "" });
    expect(scanner.push("b")).toEqual({ text: "ab", rest: "" });
    expect([scanner.flush(), scanner.flush()]).toEqual(["b", ""]);
  });

  it("starts anew after a match, without the text before it", () => {
    const scanner = openStopScanner(["ab"]);
    expect(scanner.push("xa")).toEqual({ text: "x", rest: "" });
    expect(scanner.push("b")).toEqual({ text: "", matched: "ab", rest: "" });
    expect(scanner.flush()).toBe("");
  });
});
