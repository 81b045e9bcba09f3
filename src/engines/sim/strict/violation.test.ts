import { expect, it } from "vitest";
import { firstIn, firstOf, type Violation } from "./violation.ts";

it.each<[found: readonly (string | undefined)[], message: string | undefined, checked: number]>([
  [[], undefined, 0],
  [[undefined, undefined], undefined, 2],
  [["a", "b"], "a", 1],
  [[undefined, "b", "c"], "b", 2],
])("of the checks that find %j, the first fault is %j after %d checks", (found, message, checked) => {
  const seen: unknown[] = [];
  const violation = message === undefined ? undefined : { message };
  const check = (one: string | undefined, index: number): Violation | undefined => {
    seen.push([one, index]);
    return one === undefined ? undefined : { message: one };
  };
  const expected = found.slice(0, checked).map((one, index) => [one, index]);
  expect(firstIn(found, check)).toEqual(violation);
  expect(seen.splice(0)).toEqual(expected);
  expect(firstOf(...found.map((one, index) => () => check(one, index)))).toEqual(violation);
  expect(seen).toEqual(expected);
});
