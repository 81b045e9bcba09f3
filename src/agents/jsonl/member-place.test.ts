import { describe, expect, it } from "vitest";
import { textAt, valueAt } from "./member-place.ts";

const value = { a: { b: [null, { c: "x" }], d: 0 }, "": 1 };

describe("the value at a place", () => {
  it.each([
    ["a.b.1.c", "x"],
    ["a.b.0", null],
    ["a.d", 0],
    ["", 1],
    ["a.b.1", { c: "x" }],
  ])("%j is %j", (place, found) => {
    expect(valueAt(value, place)).toEqual(found);
  });

  it.each(["x", "a.b.2", "a.b.0.c", "a.b.1.c.0", "a.d.x", "a.toString", "a.b.length.x", "a."])(
    "%j is missing",
    (place) => {
      expect(valueAt(value, place)).toBeUndefined();
    },
  );

  it("is a text or nothing", () => {
    expect(textAt(value, "a.b.1.c")).toBe("x");
    for (const place of ["a.d", "a.b", "a.b.0", "x", undefined]) expect(textAt(value, place)).toBeUndefined();
  });
});
