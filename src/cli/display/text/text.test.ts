import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeJson, safeLine, safeText } from "./safe-text.ts";
import { shortenText, textWidth } from "./text-width.ts";
import { wrapText } from "./wrap.ts";

const ESC = "\u001b";

describe("a stranger's text on a terminal", () => {
  it.each([
    [`${ESC}[2J`, "\\u{1b}[2J"],
    [`${ESC}]0;title\u0007`, "\\u{1b}]0;title\\u{7}"],
    ["\u009b31m", "\\u{9b}31m"],
    ["a\rb", "a\\u{d}b"],
    ["a\nb", "a\\u{a}b"],
    ["a\u202eb", "a\\u{202e}b"],
    ["a\u200db", "a\\u{200d}b"],
    ["\ud800", "\\u{d800}"],
    ["👩‍💻 é 日本", "👩‍💻 é 日本"],
  ])("is one line without control characters: %j", (text, shown) => {
    expect(safeLine(text)).toBe(shown);
  });

  it("keeps its lines if they are wanted", () => {
    expect(safeText(`a\r\nb\tc${ESC}[0m`)).toBe("a\nb    c\\u{1b}[0m");
    expect(safeText("plain")).toBe("plain");
  });

  it("holds no control character, whatever it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(safeLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(safeText(text)).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
  });

  it("stays the same value as JSON, without characters that a terminal obeys", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const json = safeJson({ text });
        expect(json).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u);
        expect(JSON.parse(json)).toEqual({ text });
      }),
    );
  });
});

describe("the width of a text", () => {
  it.each([
    ["abc", 3],
    ["日本", 4],
    ["é", 1],
    ["e\u0301", 1],
    ["🚀", 2],
    ["한", 2],
    ["ＡＢ", 4],
    [`${ESC}[31mred${ESC}[0m`, 3],
    ["→…", 2],
  ])("%j", (text, columns) => {
    expect(textWidth(text)).toBe(columns);
  });
});

describe("a shortened text", () => {
  it.each([
    ["abcdef", 6, "abcdef"],
    ["abcdef", 5, "abcd…"],
    ["日本語", 6, "日本語"],
    ["日本語", 5, "日本…"],
    ["日本語", 4, "日…"],
    ["ab", 1, "…"],
    ["ab", 0, ""],
    ["e\u0301e\u0301", 2, "e\u0301e\u0301"],
  ])("%j in %d columns", (text, columns, shown) => {
    expect(shortenText(text, columns)).toBe(shown);
  });

  it("never takes more columns than it may", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, columns) => {
        expect(textWidth(shortenText(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe("a wrapped text", () => {
  it.each([
    ["one two three", 7, ["one two", "three"]],
    ["one two", 20, ["one two"]],
    ["abcdefgh", 3, ["abc", "def", "gh"]],
    ["a abcdefgh b", 4, ["a", "abcd", "efgh", "b"]],
    ["日本語です", 4, ["日本", "語で", "す"]],
    ["a\n\nb", 4, ["a", "", "b"]],
    ["    code here", 9, ["    code", "here"]],
    ["", 4, [""]],
    ["  abcdefgh", 5, ["  abc", "defgh"]],
    ["a      b", 3, ["a", "b"]],
    ["      a", 3, ["a"]],
    ["ab c", 1, ["ab", "c"]],
    ["日a本", 1, ["日", "a", "本"]],
    ["one    two", 6, ["one", "two"]],
  ])("%j in %d columns", (text, columns, lines) => {
    expect(wrapText(text, columns)).toEqual(lines);
  });

  it("fits, and loses nothing but spaces", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "b", " ", "日", "🚀"), maxLength: 80 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 2, max: 20 }), (text, columns) => {
        const lines = wrapText(text, columns);
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });
});
