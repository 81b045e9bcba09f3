import { expect, it } from "vitest";
import { containerEnd } from "./container-end.ts";

it.each([
  ["{}", 0, 2],
  ["[]", 0, 2],
  ["[[],{}]x]", 0, 7],
  ["a[1]", 1, 4],
  ["a[1]", 0, 4],
  ['{"}":"]"}', 0, 9],
  ['["\\"]","\\\\"]x', 0, 12],
  ['["a', 0, -1],
  ['["a\\', 0, -1],
  ["[{}", 0, -1],
  ["", 0, -1],
  ["1", 0, -1],
])("the container in %j from %i on ends at %i", (text, start, end) => {
  expect(containerEnd(text, start)).toBe(end);
});
