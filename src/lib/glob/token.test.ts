import { expect, it } from "vitest";
import { invertRanges, LAST_CODE_POINT, mergeRanges } from "./token.ts";

it.each<[[number, number][], number[], number[]]>([
  [[], [], [0, LAST_CODE_POINT]],
  [[[5, 9]], [5, 9], [0, 4, 10, LAST_CODE_POINT]],
  [[[0, 9]], [0, 9], [10, LAST_CODE_POINT]],
  [[[1, LAST_CODE_POINT]], [1, LAST_CODE_POINT], [0, 0]],
  [[[0, LAST_CODE_POINT]], [0, LAST_CODE_POINT], []],
  // Apart by one, adjacent, overlapping, and one inside of another.
  [
    [
      [5, 6],
      [8, 9],
    ],
    [5, 6, 8, 9],
    [0, 4, 7, 7, 10, LAST_CODE_POINT],
  ],
  [
    [
      [5, 6],
      [7, 9],
    ],
    [5, 9],
    [0, 4, 10, LAST_CODE_POINT],
  ],
  [
    [
      [5, 7],
      [7, 9],
    ],
    [5, 9],
    [0, 4, 10, LAST_CODE_POINT],
  ],
  [
    [
      [5, 9],
      [6, 7],
    ],
    [5, 9],
    [0, 4, 10, LAST_CODE_POINT],
  ],
  [
    [
      [6, 7],
      [5, 9],
    ],
    [5, 9],
    [0, 4, 10, LAST_CODE_POINT],
  ],
  [
    [
      [5, 9],
      [5, 5],
    ],
    [5, 9],
    [0, 4, 10, LAST_CODE_POINT],
  ],
  [
    [
      [10, 11],
      [1, 2],
      [4, 5],
    ],
    [1, 2, 4, 5, 10, 11],
    [0, 0, 3, 3, 6, 9, 12, LAST_CODE_POINT],
  ],
])("the ranges %j are joined to %j, and leave out %j", (pairs, merged, inverted) => {
  expect(mergeRanges(pairs)).toEqual(merged);
  expect(invertRanges(merged)).toEqual(inverted);
});
