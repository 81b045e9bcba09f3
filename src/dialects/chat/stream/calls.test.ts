import { describe, expect, it } from "vitest";
import { mintCallId } from "../content/tool-call.ts";
import { CallLedger, isWhole } from "./calls.ts";

function ledger() {
  const calls = new CallLedger(2, () => "reply");
  const find = (place?: number, id?: string, name?: string, text = "") => {
    const call = calls.find(place, id, "function", name, text);
    call.name ??= name;
    call.text += text;
    return call;
  };
  return { calls, find };
}

describe("the call that a delta belongs to", () => {
  it("begins with its id, or with an id of its place", () => {
    const { calls, find } = ledger();
    expect(find(0, "a")).toStrictEqual({
      vendorId: "a",
      id: "a",
      name: undefined,
      kind: "function",
      legacy: false,
      text: "",
      early: undefined,
      left: undefined,
      state: "waiting",
      replaced: false,
    });
    expect(find(1)).toMatchObject({ vendorId: undefined, id: mintCallId("reply", 2, 1) });
    expect(calls.find(5, "c", "custom", undefined, "").kind).toBe("custom");
    expect(calls.all.map(({ id }) => id)).toEqual(["a", mintCallId("reply", 2, 1), "c"]);
  });

  it("is found by its index, and then by its id", () => {
    const { calls, find } = ledger();
    const [a, b] = [find(3, "a"), find(7, "b")];
    expect(find(3)).toBe(a);
    expect(find(3, "a")).toBe(a);
    expect(find(undefined, "b")).toBe(b);
    expect(find(undefined, "a")).toBe(a);
    expect(find(undefined, "c")).toMatchObject({ vendorId: "c" });
    expect(calls.all).toHaveLength(3);
  });

  it("without index and id is the last one", () => {
    const { find } = ledger();
    const first = find();
    expect(find()).toBe(first);
    expect(find()).toMatchObject({ replaced: false });
    const second = find(undefined, "b");
    expect(second).not.toBe(first);
    const third = find(undefined, "c");
    expect(find()).toBe(third);
    expect(find(1)).toBe(second);
    expect(find(2)).toBe(third);
  });

  it("takes a late id while it waits, and only its vendor's id later", () => {
    const { find } = ledger();
    const [early, late] = [find(0), find(1)];
    late.state = "open";
    const made = late.id;
    expect(find(0, "a")).toBe(early);
    early.state = "open";
    expect(find(0, "a", "f", "{}")).toBe(early);
    expect(find(0, undefined, "g", "{}")).toBe(early);
    expect(find(1, "b")).toBe(late);
    expect([early.id, early.vendorId, late.id, late.vendorId]).toEqual(["a", "a", made, "b"]);
  });

  it("is another one if a new id comes under its index", () => {
    const { calls, find } = ledger();
    const first = find(0, "a", "f");
    const second = find(0, "b", "f");
    expect(second).not.toBe(first);
    expect([first.replaced, second.replaced]).toEqual([true, false]);
    expect(find(0, undefined, "g", "{}")).toBe(second);
    expect(calls.all).toEqual([first, second]);
  });

  it.each([
    ["a second name with arguments, after whole ones", "f", "{}", undefined, "g", "{}", true],
    ["a second name without arguments", "f", "{}", undefined, "g", "", false],
    ["a second name while the first ones are open", "f", "{", undefined, "g", "}", false],
    ["no second name", "f", "{}", undefined, undefined, "{}", false],
    ["a first name", undefined, "{}", undefined, "g", "{}", false],
    ["a second name with an id", "f", "{", "b", "g", "", true],
    ["an id alone", "f", "{}", "b", undefined, "", false],
  ])("without ids, %s", (_, name, text, id, nextName, nextText, isNew) => {
    const { find } = ledger();
    const first = find(0, undefined, name, text);
    expect(find(0, id, nextName, nextText) !== first).toBe(isNew);
  });

  it("of the older form is one", () => {
    const { calls, find } = ledger();
    find(0, "a");
    const legacy = calls.findLegacy();
    expect(legacy).toMatchObject({ id: mintCallId("reply", 2, 1), kind: "function", vendorId: undefined });
    expect(calls.findLegacy()).toBe(legacy);
  });
});

it.each([
  ["function", "", false, false],
  ["function", "{", false, false],
  ["function", '{"a":1', false, false],
  ["function", '{"a":{}', false, false],
  ["function", '{"a":"}', false, false],
  ["function", "{}", false, true],
  ["function", '{"a":1}', false, true],
  ["function", "1", false, false],
  ["function", "{", true, true],
  ["custom", "x", false, true],
] as const)("whether a call of a %s with %j is whole, replaced %j: %j", (kind, text, replaced, is) => {
  const call = { ...ledger().find(0), kind, text, replaced };
  expect(isWhole(call)).toBe(is);
});
