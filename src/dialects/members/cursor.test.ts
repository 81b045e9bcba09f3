import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Cursor } from "./cursor.ts";

describe("a cursor", () => {
  it("reads members by type, takes null for absent, and leaves over what nobody read", () => {
    const cursor = new Cursor(
      { a: "x", b: 1, c: true, d: null, e: { f: 1 }, g: ["y"], h: 7, "i j": 0 },
      "$.top",
    );
    expect(cursor.text("a")).toBe("x");
    expect(cursor.number("b")).toBe(1);
    expect(cursor.flag("c")).toBe(true);
    expect(cursor.text("d")).toBeUndefined();
    expect(cursor.object("e")?.number("f")).toBe(1);
    expect(cursor.texts("g")).toEqual(["y"]);
    expect(cursor.text("absent")).toBeUndefined();
    expect(cursor.unread()).toEqual({ h: 7, "i j": 0 });
    expect(cursor.at("i j")).toBe('$.top["i j"]');
  });

  it("has nothing left when everything was read", () => {
    const cursor = new Cursor({ a: 1 }, "$");
    cursor.take("a");
    expect(cursor.unread()).toBeUndefined();
  });

  it.each([
    [() => new Cursor([], "$.x"), "$.x is a list, expected an object"],
    [() => new Cursor({ a: 1 }, "$").text("a"), "$.a is number, expected text"],
    [() => new Cursor({ a: "1" }, "$").number("a"), "$.a is string, expected a number"],
    [() => new Cursor({ a: {} }, "$").flag("a"), "$.a is an object, expected true or false"],
    [() => new Cursor({ a: {} }, "$").list("a", (item) => item), "$.a is an object, expected a list"],
    [() => new Cursor({ a: [1] }, "$").texts("a"), "$.a[0] is number, expected text"],
    [() => new Cursor({ a: null }, "$").need("a"), "$.a is required"],
  ])("names the place of what is wrong: %#", (action, message) => {
    expect(action).toThrow(message);
  });

  it("accounts for every member of any object: read or left over, never both", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), (value, names) => {
        const cursor = new Cursor(value, "$");
        for (const name of names) cursor.take(name);
        const left = Object.keys(cursor.unread() ?? {});
        const read = Object.keys(value).filter((name) => names.includes(name));
        expect([...left, ...read].sort()).toEqual(Object.keys(value).sort());
      }),
    );
  });
});
