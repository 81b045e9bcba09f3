import { expect, it } from "vitest";
import { headerText } from "./header-text.ts";

it.each([
  ["plain", "plain"],
  ['a b/c%"\\', 'a b/c%"\\'],
  ["né", "n%C3%A9"],
  ["ключ🙂", "%D0%BA%D0%BB%D1%8E%D1%87%F0%9F%99%82"],
  ["a\n\u0000b", "a%0A%00b"],
  ["\ud800", "%EF%BF%BD"],
])("the text %j stands in a header as %j", (text, header) => expect(headerText(text)).toBe(header));
