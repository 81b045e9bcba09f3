import { expect, test } from "vitest";
import { JsonError, locateOffset } from "./json-error.ts";

test.each([
  ["", 0, 1, 1],
  ["abc", 2, 1, 3],
  ["a\nb", 1, 1, 2],
  ["a\nb", 2, 2, 1],
  ["a\r\nb", 2, 1, 3],
  ["a\r\nb", 3, 2, 1],
  ["a\rb", 2, 2, 1],
  ["\n\r\n\r", 4, 4, 1],
  ["\u00e9\ud7ff\udbffx", 3, 1, 4],
  ["\ud83d\ude00x", 1, 1, 2],
  ["\ud83d\ude00x", 2, 1, 2],
  ["\ud83d\ude00x", 3, 1, 3],
  ["\ue000\uffffx", 2, 1, 3],
  ["\udc00\udfffx", 2, 1, 1],
])("in %j the offset %i is line %i, column %i", (text, offset, line, column) => {
  expect(locateOffset(text, offset)).toEqual({ line, column });
});

test("an error says its place, and no more than 200 characters of its path", () => {
  const place = { offset: 7, line: 2, column: 3, path: "$.a" };
  const error = new JsonError("syntax", "bad", place);
  expect(error).toMatchObject({ name: "JsonError", rule: "syntax", ...place });
  expect(error.message).toBe("bad at line 2, column 3 ($.a)");
  const long = new JsonError("syntax", "bad", { ...place, path: `$.${"a".repeat(500)}` });
  expect(long.path).toHaveLength(502);
  expect(long.message.length).toBeLessThan(240);
});
