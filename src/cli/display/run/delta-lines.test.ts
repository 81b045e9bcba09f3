import { describe, expect, it } from "vitest";
import { DeltaLines } from "./delta-lines.ts";

describe("DeltaLines", () => {
  it("gives lines as they are complete, and keeps the open one", () => {
    const lines = new DeltaLines();
    expect(lines.add("one\ntw", undefined)).toEqual(["one"]);
    expect(lines.open).toBe("tw");
    expect(lines.add("o\n\nthree\n", undefined)).toEqual(["two", "", "three"]);
    expect([lines.open, lines.end(undefined)]).toEqual(["", []]);
  });

  it("gives the rest at the end once, and begins anew", () => {
    const lines = new DeltaLines();
    lines.add("rest\r", undefined);
    expect(lines.open).toBe("rest");
    expect(lines.end(undefined)).toEqual(["rest\\u{d}"]);
    expect([lines.open, lines.end(undefined)]).toEqual(["", []]);
    expect(lines.add("x\n", undefined)).toEqual(["x"]);
  });

  it("waits with half a character and a carriage return for the next piece", () => {
    const lines = new DeltaLines();
    expect([lines.add("a\ud83d", undefined), lines.open]).toEqual([[], "a"]);
    expect([lines.add("\ude80\r", undefined), lines.open]).toEqual([[], "a🚀"]);
    expect(lines.add("\nb", undefined)).toEqual(["a🚀"]);
    expect(lines.add("\r", undefined)).toEqual([]);
    expect([lines.add("c", undefined), lines.open]).toEqual([[], "b\\u{d}c"]);
  });

  it("wraps complete lines, and an open one as soon as it is wider than the screen", () => {
    const lines = new DeltaLines();
    expect(lines.add("aaa bbb ccc\nddd", 7)).toEqual(["aaa bbb", "ccc"]);
    expect([lines.add(" eee", 7), lines.open]).toEqual([[], "ddd eee"]);
    expect([lines.add(" f", 7), lines.open]).toEqual([["ddd eee"], "f"]);
    expect(lines.add("ff\nggg hhh iii", 7)).toEqual(["fff", "ggg hhh"]);
    expect(lines.end(7)).toEqual(["iii"]);
  });

  it("wraps the rest at the end", () => {
    const lines = new DeltaLines();
    lines.add("aaa bbb", 7);
    expect(lines.end(3)).toEqual(["aaa", "bbb"]);
  });

  it("breaks a line without an end after 65536 characters", () => {
    const lines = new DeltaLines();
    expect(lines.add("x".repeat(65_536), undefined)).toEqual([]);
    expect(lines.add("y", undefined)).toEqual(["x".repeat(65_536)]);
    expect(lines.open).toBe("y");
  });
});
