import { describe, expect, it } from "vitest";
import { followReferences, resolveReference } from "./reference.ts";

describe("a reference in a schema", () => {
  const root = { $defs: { a: { type: "string" }, "b/c": 1, "d~e": 2, "f g": 3, "%": 4, list: [5] } };
  it.each<[string, unknown]>([
    ["#", root],
    ["#/$defs/a", root.$defs.a],
    ["#/$defs/b~1c", 1],
    ["#/$defs/d~0e", 2],
    ["#/$defs/f%20g", 3],
    ["#/$defs/%", 4],
    ["#/$defs/list/0", 5],
    ["#/$defs/missing", undefined],
    ["#/$defs/a/type/length", undefined],
    ["#/$defs/toString", undefined],
    ["#a", undefined],
    ["other#/$defs/a", undefined],
    ["", undefined],
  ])("%s leads to its place", (reference, target) => {
    expect(resolveReference(root, reference)).toStrictEqual(target);
  });

  it.each<[unknown, unknown]>([
    [true, true],
    [{ type: "string" }, { type: "string" }],
    [{ $ref: 1 }, { $ref: 1 }],
    [{ $ref: "#/$defs/a" }, { type: "string" }],
    [
      { $ref: "#/$defs/a", type: "number", title: "t" },
      { type: "number", title: "t" },
    ],
    [{ $ref: "#/$defs/missing" }, { $ref: "#/$defs/missing" }],
    [{ $ref: "#/$defs/list" }, { $ref: "#/$defs/list" }],
  ])("at the root of %j is followed", (schema, followed) => {
    expect(followReferences(root, schema)).toStrictEqual(followed);
  });

  it("is followed once if it leads back to itself, and as far as a chain goes", () => {
    const loop = { $defs: { a: { $ref: "#/$defs/b", x: 1 }, b: { $ref: "#/$defs/a", y: 2 } } };
    expect(followReferences(loop, { $ref: "#/$defs/a" })).toStrictEqual({ $ref: "#/$defs/a", x: 1, y: 2 });
    const chain = { $defs: { a: { $ref: "#/$defs/b" }, b: { type: "null" } } };
    expect(followReferences(chain, { $ref: "#/$defs/a" })).toStrictEqual({ type: "null" });
  });
});
