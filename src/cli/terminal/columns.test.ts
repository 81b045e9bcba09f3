import { expect, it } from "vitest";
import { columnsOf } from "./columns.ts";

it.each([
  [{ isTTY: true, columns: 120 }, 120],
  [{ isTTY: true, columns: 0 }, 80],
  [{ isTTY: true }, 80],
  [{ isTTY: false, columns: 120 }, undefined],
  [{ columns: 120 }, undefined],
  [{}, undefined],
])("a stream with %j is %s columns wide", (stream, columns) => {
  expect(columnsOf(stream)).toBe(columns);
});
