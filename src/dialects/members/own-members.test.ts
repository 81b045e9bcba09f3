import { describe, expect, it } from "vitest";
import { Cursor } from "./cursor.ts";
import { asVendor, hasOwnMembers, keepOwn, leftover, nest, ownMembers, restoreOwn } from "./own-members.ts";

describe("leftover", () => {
  it("holds the members that were not read, without nulls", () => {
    const cursor = new Cursor({ read: 1, kept: 2, nothing: null }, "$");
    cursor.take("read");
    expect(leftover(cursor)).toEqual({ kept: 2 });
  });

  it("is undefined when every member was read, and when only nulls are left", () => {
    const cursor = new Cursor({ read: 1, nothing: null }, "$");
    cursor.take("read");
    expect(leftover(cursor)).toBeUndefined();
    cursor.take("nothing");
    expect(leftover(cursor)).toBeUndefined();
  });
});

describe("asVendor", () => {
  it("keeps members under the dialect, and each spelling under a key without members", () => {
    expect(asVendor("acme", { a: 1 }, ["short", "size=3"])).toEqual({
      vendor: { acme: { a: 1 }, "acme:short": {}, "acme:size=3": {} },
    });
  });

  it("is undefined when there is nothing to keep", () => {
    expect(asVendor("acme", undefined)).toBeUndefined();
    expect(asVendor("acme", {})).toBeUndefined();
    expect(asVendor("acme", undefined, [])).toBeUndefined();
    expect(asVendor("acme", {}, ["short"])).toEqual({ vendor: { "acme:short": {} } });
  });
});

describe("keepOwn", () => {
  it("adds to the members that the node keeps already, and leaves other dialects alone", () => {
    const node = { vendor: { acme: { a: 1 }, other: { b: 2 } } };
    expect(keepOwn(node, "acme", { c: 3 })).toBe(node);
    expect(node.vendor).toEqual({ acme: { a: 1, c: 3 }, other: { b: 2 } });
  });

  it("leaves a node without vendor members as it is when there is nothing to keep", () => {
    expect(keepOwn({}, "acme", undefined)).toEqual({});
    expect(keepOwn({}, "acme", {})).toEqual({});
  });
});

describe("ownMembers", () => {
  it("are those of the dialect alone", () => {
    const node = { vendor: { acme: { a: 1 } } };
    expect(ownMembers(node, "acme")).toEqual({ a: 1 });
    expect(ownMembers(node, "other")).toEqual({});
    expect(ownMembers({}, "acme")).toEqual({});
  });

  it("differ from none at all", () => {
    expect(hasOwnMembers({ vendor: { acme: {} } }, "acme")).toBe(true);
    expect(hasOwnMembers({ vendor: { other: {} } }, "acme")).toBe(false);
    expect(hasOwnMembers({}, "acme")).toBe(false);
  });

  it("cannot be changed if there are none, because that object is shared", () => {
    expect(() => Object.assign(ownMembers({}, "acme"), { a: 1 })).toThrow(TypeError);
  });
});

describe("restoreOwn", () => {
  it("adds what is missing or null, and keeps what was written", () => {
    const written = { a: 1, b: null, c: false };
    expect(restoreOwn(written, { a: 2, b: 3, c: 4, d: 5 })).toBe(written);
    expect(written).toEqual({ a: 1, b: 3, c: false, d: 5 });
  });

  it("merges objects at every depth, and no lists", () => {
    const written = { a: { b: { c: 1 } }, list: [1] };
    restoreOwn(written, { a: { b: { c: 2, d: 3 }, e: 4 }, list: [2] });
    expect(written).toEqual({ a: { b: { c: 1, d: 3 }, e: 4 }, list: [1] });
  });

  it("restores a member named __proto__ without touching the prototype", () => {
    const written = restoreOwn({}, JSON.parse('{"__proto__":{"polluted":true}}') as Record<string, unknown>);
    expect(JSON.stringify(written)).toBe('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(written)).toBe(Object.prototype);
  });

  it("takes a member that is only inherited for one that is missing", () => {
    expect(Object.hasOwn(restoreOwn({}, { toString: "own" }), "toString")).toBe(true);
  });
});

describe("nest", () => {
  it("adds a member unless it is undefined", () => {
    expect(nest(undefined, "a", { b: 1 })).toEqual({ a: { b: 1 } });
    expect(nest({ c: 2 }, "a", {})).toEqual({ c: 2, a: {} });
    expect(nest({ c: 2 }, "a", undefined)).toEqual({ c: 2 });
    expect(nest(undefined, "a", undefined)).toBeUndefined();
  });
});
