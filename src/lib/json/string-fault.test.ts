import { expect, it } from "vitest";
import { findStringFault } from "./string-fault.ts";

const ends = (offset: number) => ({
  rule: "unexpected-end",
  reason: "the text ends inside a string",
  offset,
});
const badEscape = (offset: number) => ({
  rule: "bad-escape",
  reason: "an escape that JSON does not have",
  offset,
});
const half = (offset: number) => ({ rule: "lone-surrogate", reason: "half of a surrogate pair", offset });
const control = (name: string, offset: number) => ({
  rule: "control-character",
  reason: `the control character ${name} inside a string`,
  offset,
});

it.each<[string, object]>([
  ['"', ends(1)],
  ['"ab', ends(3)],
  ['" ', ends(2)],
  ['"\\', ends(2)],
  ['"\\"\\\\\\/\\b\\f\\n\\r\\t', ends(17)],
  ['"a\n', control("U+000A", 2)],
  ['"\u0000', control("U+0000", 1)],
  ['"\u001f', control("U+001F", 1)],
  ['"\\x', badEscape(1)],
  ['"\\u00g0', badEscape(1)],
  ['"a\\u12 4', badEscape(2)],
  ['"\\u', ends(3)],
  ['"\\u123', ends(6)],
  ['"\\u1234', ends(7)],
  ['"\\ud7ff\\ue000', ends(13)],
  ['"\\ud800\\udc00\\x', badEscape(13)],
  ['"\\udbff\\udfff\\x', badEscape(13)],
  ['"\\ud800', half(1)],
  ['"\\udbffx', half(1)],
  ['"\\ud800\\udbff', half(1)],
  ['"\\ud800\\ue000', half(1)],
  ['"\\udc00', half(1)],
  ['"\\udfff', half(1)],
])("the first fault of %j is found", (text, fault) => {
  expect(findStringFault(text, 1)).toEqual(fault);
});
