import { expect, it } from "vitest";
import { z } from "zod";
import { pageFrom, readCursor, writeCursor } from "./cursor.ts";

const Position = z.tuple([z.number().int(), z.string()]);

it("a cursor is read as it was written, by its own list", () => {
  const cursor = writeCursor("runs", [7, "a"]);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor("runs", cursor, Position)).toEqual([7, "a"]);
  expect(readCursor("runs", undefined, Position)).toBeUndefined();
  expect(() => readCursor("calls", cursor, Position)).toThrow("The cursor is none that this list gave.");
});

it.each([
  "",
  "AAAA",
  "%",
  writeCursor("runs", ["a", 7]),
  writeCursor("runs", [7]),
  writeCursor("runs", [7, "a", 1]),
])("a text that is no cursor is refused: %j", (text) => {
  expect(() => readCursor("runs", text, Position)).toThrow("The cursor is none that this list gave.");
});

it("a page has a cursor exactly if a row follows it", () => {
  const shape = { item: (row: number) => `item ${row}`, cursor: (last: number) => `after ${last}` };
  expect(pageFrom([1, 2, 3], 2, shape)).toEqual({ items: ["item 1", "item 2"], next_cursor: "after 2" });
  expect(pageFrom([1, 2], 2, shape)).toEqual({ items: ["item 1", "item 2"], next_cursor: null });
  expect(pageFrom([], 2, shape)).toEqual({ items: [], next_cursor: null });
});
