import { describe, expect, it } from "vitest";
import type { Block } from "../../contract/index.ts";
import { isOptional, markOptional } from "./optional.ts";
import { isSpelled, spell, spellingOf, spellingOwner, spellingValue } from "./spelling.ts";

describe("a spelling", () => {
  it("is a key of the node's vendor members without members of its own", () => {
    const node = { vendor: { other: { a: 1 } } };
    expect(spell(node, "acme", "short")).toBe(node);
    expect(node.vendor).toEqual({ other: { a: 1 }, "acme:short": {} });
  });

  it("belongs to one dialect and has one name", () => {
    const node = spell({}, "acme", "short");
    expect(isSpelled(node, "acme", "short")).toBe(true);
    expect(isSpelled(node, "acme", "long")).toBe(false);
    expect(isSpelled(node, "other", "short")).toBe(false);
    expect(isSpelled({}, "acme", "short")).toBe(false);
  });

  it("is found as the first of several", () => {
    const node = spell(spell({}, "acme", "b"), "acme", "c");
    expect(spellingOf(node, "acme", ["a", "c", "b"])).toBe("c");
    expect(spellingOf(node, "acme", ["a"])).toBeUndefined();
    expect(spellingOf({}, "acme", ["a"])).toBeUndefined();
  });

  it("may hold a value", () => {
    const node = spell(spell({}, "acme", "part"), "acme", "part=x=1");
    expect(spellingValue(node, "acme", "part")).toBe("x=1");
    expect(spellingValue(node, "acme", "par")).toBeUndefined();
    expect(spellingValue(spell({}, "acme", "part"), "acme", "part")).toBeUndefined();
    expect(spellingValue({}, "acme", "part")).toBeUndefined();
  });

  it("with a value says which dialect recorded it", () => {
    const node = spell(spell(spell({}, "first", "other=1"), "acme", "part=x=1"), "last", "part=2");
    expect(spellingOwner(node, "part")).toBe("acme");
    expect(spellingOwner(node, "other")).toBe("first");
    expect(spellingOwner(spell({}, "acme", "part=a:part=b"), "part")).toBe("acme");
    expect(spellingOwner(node, "par")).toBeUndefined();
    expect(spellingOwner(spell({}, "acme", "part"), "part")).toBeUndefined();
    expect(spellingOwner({}, "part")).toBeUndefined();
  });
});

describe("an optional block", () => {
  it("is one that was marked", () => {
    expect(isOptional(markOptional<Block>({ type: "text", text: "x" }))).toBe(true);
    expect(isOptional({ type: "text", text: "x", vendor: { "abp:other": {} } })).toBe(false);
    expect(isOptional({ type: "text", text: "x" })).toBe(false);
  });
});
