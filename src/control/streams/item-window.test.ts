import { describe, expect, it } from "vitest";
import { ItemWindow } from "./item-window.ts";

const item = (seq: number, bytes = 10) => ({ cursor: String(seq), text: "x".repeat(bytes) });
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => item(from + at));

describe("a window of items", () => {
  it("knows the place behind each cursor that it holds, and behind its beginning", () => {
    const window = new ItemWindow("-1", 1000);
    expect([window.placeBehind("-1"), window.placeBehind("0")]).toEqual([0, undefined]);
    window.add(items(0, 3), "2");
    expect(["-1", "0", "1", "2", "3"].map((cursor) => window.placeBehind(cursor))).toEqual([
      0,
      1,
      2,
      3,
      undefined,
    ]);
    window.add([], "9");
    expect([window.placeBehind("9"), window.placeBehind("2"), window.cursor]).toEqual([3, 3, "9"]);
  });

  it("removes the oldest items beyond its size, and keeps the newest one however large it is", () => {
    const window = new ItemWindow("-1", 30);
    window.add(items(0, 5), "4");
    expect([window.first, window.end]).toEqual([2, 5]);
    expect(["-1", "0", "1", "2"].map((cursor) => window.placeBehind(cursor))).toEqual([
      undefined,
      undefined,
      2,
      3,
    ]);
    window.add([item(5, 500)], "5");
    expect([window.first, window.end, window.take(5, 1)]).toEqual([5, 6, [item(5, 500)]]);
  });

  it("gives items up to a number of bytes, and at least one", () => {
    const window = new ItemWindow("-1", 1000);
    window.add(items(0, 5), "4");
    expect(window.take(1, 20)).toEqual(items(1, 3));
    expect(window.take(1, 1)).toEqual(items(1, 2));
    expect(window.take(5, 20)).toEqual([]);
  });

  it("stays right after many items were removed", () => {
    const window = new ItemWindow("-1", 50);
    for (let seq = 0; seq < 5000; seq += 1) window.add([item(seq)], String(seq));
    expect([window.first, window.end, window.placeBehind("4994"), window.placeBehind("4993")]).toEqual([
      4995,
      5000,
      4995,
      undefined,
    ]);
    expect(window.take(4995, 1000)).toEqual(items(4995, 5000));
  });

  it("starts again behind another position", () => {
    const window = new ItemWindow("-1", 1000);
    window.add(items(0, 3), "2");
    window.restart("7");
    expect([window.placeBehind("2"), window.placeBehind("7"), window.end]).toEqual([undefined, 3, 3]);
    window.add([item(8)], "8");
    expect(window.take(3, 100)).toEqual([item(8)]);
  });
});
