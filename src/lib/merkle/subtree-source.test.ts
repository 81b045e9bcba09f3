import { expect, it } from "vitest";
import { proveConsistency, proveInclusion } from "./subtree-source.ts";

const source = () => {
  throw new Error("no hash is needed");
};

it.each([-1, -2, 0.5, 3.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  "nothing is proved of %d leaves, or of the leaf at that index",
  (wrong) => {
    for (const size of [0, 1, 3, 4, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(() => proveConsistency(source, wrong, size)).toThrow(
        new RangeError(`${wrong} leaves are not a prefix of ${size}`),
      );
      expect(() => proveInclusion(source, wrong, size)).toThrow(
        new RangeError(`there is no leaf ${wrong} among ${size}`),
      );
    }
  },
);

it("a prefix is no longer than the whole, and a leaf is within it", () => {
  expect(() => proveConsistency(source, 4, 3)).toThrow(new RangeError("4 leaves are not a prefix of 3"));
  expect(() => proveInclusion(source, 3, 3)).toThrow(new RangeError("there is no leaf 3 among 3"));
  expect(() => proveInclusion(source, 0, 0)).toThrow(new RangeError("there is no leaf 0 among 0"));
  expect([
    proveConsistency(source, 0, 3),
    proveConsistency(source, 3, 3),
    proveInclusion(source, 0, 1),
  ]).toEqual([[], [], []]);
});
