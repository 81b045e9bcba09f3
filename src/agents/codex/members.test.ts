import { expect, it } from "vitest";
import { listOf, numberOf, objectOf, objectsOf, textOf } from "./members.ts";

it.each([
  [textOf, "t", ""],
  [objectOf, { a: 1 }, {}],
  [listOf, [1, {}], []],
  [numberOf, 0, null],
] as const)("%o gives a member of its kind, and an empty value for others", (read, value, empty) => {
  for (const other of ["t", { a: 1 }, [1, {}], 0, null, true]) {
    const isOwn = JSON.stringify(other) === JSON.stringify(value);
    expect(read({ m: other }, "m")).toEqual(isOwn ? value : empty);
  }
  expect(read({}, "m")).toEqual(empty);
});

it("gives the objects of a list alone", () => {
  expect(objectsOf({ m: [{ a: 1 }, null, [2], "x", {}] }, "m")).toEqual([{ a: 1 }, {}]);
  expect(objectsOf({ m: { a: 1 } }, "m")).toEqual([]);
});
