import { describe, expect, it } from "vitest";
import { classifyFailure, faultOf, messageOf } from "./write-failure.ts";

const sqlite = (errcode: number) => Object.assign(new Error("sqlite"), { errcode });

describe("an error during a write", () => {
  it.each([5, 8, 13, 261, 517, 4874])("of SQLite with code %d passes", (code) => {
    expect(classifyFailure(sqlite(code))).toBe("passing");
  });

  it.each([18, 19, 20, 25, 1555, 2067])("of SQLite with code %d concerns one item", (code) => {
    expect(classifyFailure(sqlite(code))).toBe("item");
  });

  it.each([1, 10, 11, 14, 26, 1034, 778, 1032])("of SQLite with code %d is fatal", (code) => {
    expect(classifyFailure(sqlite(code))).toBe("fatal");
  });

  it("that does not come from SQLite concerns one item", () => {
    expect(classifyFailure(new TypeError("cannot be bound"))).toBe("item");
    expect(classifyFailure(null)).toBe("item");
    expect(classifyFailure(Object.assign(new Error("x"), { errcode: "10" }))).toBe("item");
  });

  it.each([
    [5, "locked"],
    [261, "locked"],
    [8, "readOnly"],
    [13, "full"],
    [4874, "full"],
    [10, "failed"],
    [1032, "failed"],
  ])("of SQLite with code %d says that the ledger is %s", (code, fault) => {
    expect(faultOf(sqlite(code))).toBe(fault);
  });

  it("has a message, whatever was thrown", () => {
    expect([messageOf(new Error("one")), messageOf("two"), messageOf(undefined)]).toEqual([
      "one",
      "two",
      "undefined",
    ]);
  });
});
