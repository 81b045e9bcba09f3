import { describe, expect, it } from "vitest";
import { isMembers, omitMembers, pickMembers, put, withoutNulls } from "./members.ts";

describe("members", () => {
  it("are those of a JSON object, not of a list or a plain value", () => {
    expect(isMembers({})).toBe(true);
    for (const value of [null, undefined, [], "text", 1, true]) expect(isMembers(value)).toBe(false);
  });

  it("are picked in the order of the object", () => {
    expect(Object.keys(pickMembers({ b: 1, a: 2, c: 3 }, new Set(["a", "b", "z"])))).toEqual(["b", "a"]);
  });

  it("are omitted by name", () => {
    expect(omitMembers({ a: 1, b: 2, c: 3 }, "a", "c")).toEqual({ b: 2 });
    expect(omitMembers({ a: 1 })).toEqual({ a: 1 });
  });

  it("are left without nulls, or undefined when only nulls are left", () => {
    expect(withoutNulls({ a: null, b: 0, c: "", d: false, e: undefined })).toEqual({ b: 0, c: "", d: false });
    expect(withoutNulls({ a: null })).toBeUndefined();
    expect(withoutNulls({})).toBeUndefined();
  });

  it("are put unless undefined", () => {
    const members = {};
    put(members, "a", null);
    put(members, "b", undefined);
    expect(members).toEqual({ a: null });
  });

  it("may be named __proto__", () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"a":1}') as Record<string, unknown>;
    for (const copy of [withoutNulls(hostile)!, omitMembers(hostile, "a")]) {
      expect(Object.hasOwn(copy, "__proto__")).toBe(true);
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    }
  });
});
