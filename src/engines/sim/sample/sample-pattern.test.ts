import { describe, expect, it } from "vitest";
import { samplePattern } from "./sample-pattern.ts";

describe("a text for a regular expression", () => {
  it.each<[string, string]>([
    ["abc", "abc"],
    ["^abc$", "abc"],
    ["a|b|c", "a"],
    ["(?:a|b)c", "ac"],
    ["(a|bb)c", "ac"],
    ["(?<name>a)b", "ab"],
    ["(?<$x_1>a)b", "ab"],
    ["(a(b|c)d|e)f", "abdf"],
    ["a?b*c+", "c"],
    ["a??b*?c+?", "c"],
    ["a{3}", "aaa"],
    ["a{2,}b", "aab"],
    ["a{2,5}b", "aab"],
    ["(ab){2}", "abab"],
    ["a{0}b", "b"],
    ["a{,3}", "a{,3}"],
    [".", "x"],
    ["\\d\\w\\s", "0a "],
    ["\\D\\S\\W", "xx-"],
    ["\\bword\\b", "word"],
    ["\\n\\r\\t\\f\\v", "\n\r\t\f\v"],
    ["\\.\\*\\\\\\/", ".*\\/"],
    ["\\x41\\u0042\\u{43}\\u{1f600}", "ABC😀"],
    ["\\x4a", "J"],
    ["[abc]", "a"],
    ["[c-e]", "c"],
    ["[^a-y]", "z"],
    ["[A-Z]", "A"],
    ["[0-9]", "0"],
    ["[ ]", " "],
    ["[.]", "."],
    ["[\\]x]", "x"],
    ["[\\d]", "0"],
    ["[äö]", "ä"],
    ["[^\\w]", " "],
    ["[()]", "("],
    ["[a-z]{2}-[0-9]{2}", "aa-00"],
  ])("of %s is %j", (source, text) => {
    expect(samplePattern(source, 0, 0)).toBe(text);
  });

  it.each<[string, number, string]>([
    ["[a-c]", 1, "b"],
    ["[a-c]", 3, "a"],
    ["[a-c]", 5, "c"],
    ["\\d", 7, "7"],
    ["\\d", 12, "2"],
    ["\\w", 20, "_"],
    ["\\w", 9, "j"],
    ["\\s", 5, " "],
    ["\\D", 1, "y"],
    ["\\S", 2, "z"],
    ["[A-Z]", 25, "Z"],
    ["[a-z]", 25, "z"],
    ["[0-9]", 9, "9"],
  ])("of %s differs with the variant %i: %s", (source, variant, text) => {
    expect(samplePattern(source, 0, variant)).toBe(text);
  });

  it.each<[string, number, string]>([
    ["a+", 3, "aaa"],
    ["a*", 3, "aaa"],
    ["a?b*", 3, "abb"],
    ["a{1,2}b+", 4, "aabb"],
    ["(ab)+", 3, "abab"],
    ["(ab)+", 4, "abab"],
    ["a+b+", 4, "aaab"],
    ["xa*y", 4, "xaay"],
    ["xa*y", 2, "xy"],
    ["(a*|b*)c", 3, "aac"],
    ["(a|b*)c*", 3, "acc"],
    ["()*a+", 2, "aa"],
    ["abc", 5, "abc"],
  ])("of %s with at least %i characters is %s", (source, length, text) => {
    expect(samplePattern(source, length, 0)).toBe(text);
  });

  it("has at most 1,000 repetitions of a part", () => {
    expect(samplePattern("a{5000}", 0, 0)).toHaveLength(1000);
    expect(samplePattern("a+", 5000, 0)).toHaveLength(1000);
  });

  it.each([
    "(?=a)b",
    "(?!a)b",
    "(?<=a)b",
    "(?<!a)b",
    "(?<1>a)",
    "(a)\\1",
    "\\k<a>",
    "\\p{L}",
    "\\cA",
    "\\0",
    "*a",
    "+a",
    "?a",
    "(a",
    "(?:a",
    "a)",
    "[a",
    "[]",
    "[^]",
    "[z-a]",
    "[\\",
    "a\\",
    "\\x4",
    "\\xzz",
    "\\u004",
    "\\u{}",
    "[^\\s\\S]",
  ])("of %s is unknown", (source) => {
    expect(samplePattern(source, 0, 0)).toBeUndefined();
  });
});
