import { expect, it } from "vitest";
import { formatJsonPath, quoteText, shortenText } from "./json-path.ts";

it.each<[readonly (string | number)[], string]>([
  [[], "$"],
  [["a", 0, "_B9", 12], "$.a[0]._B9[12]"],
  [["0"], '$["0"]'],
  [["9a", "a b", "a-b", ""], '$["9a"]["a b"]["a-b"][""]'],
  [["a\n", 'q"'], '$["a\\n"]["q\\""]'],
  [["\u2028"], '$["\\u2028"]'],
])("the path of %j is %s", (segments, path) => {
  expect(formatJsonPath(segments)).toBe(path);
});

it("quoted text stays on one line", () => {
  expect(quoteText("a\n\u007f\u0085\u009f\u00a0\u2028\u2029é")).toBe(
    '"a\\n\\u007f\\u0085\\u009f\u00a0\\u2028\\u2029é"',
  );
});

it("text beyond the limit is cut with a mark, and never within a character", () => {
  expect(["abc", "abcd", ""].map((text) => shortenText(text, 3))).toEqual(["abc", "abc…", ""]);
  expect(shortenText("ab😀d", 3)).toBe("ab\ufffd…");
});
