import { describe, expect, it } from "vitest";
import { mergeSchemas, resolveReference, typesOf } from "./schema-merge.ts";

describe("a local reference", () => {
  const root = { $defs: { A: { x: 1 }, "a/b~c": 2, "%": 3, "ä b": 4, list: [5, { y: 6 }] } };

  it.each<[string, unknown]>([
    ["#", root],
    ["#/$defs/A", { x: 1 }],
    ["#/$defs/A/x", 1],
    ["#/$defs/a~1b~0c", 2],
    ["#/$defs/%", 3],
    ["#/$defs/%C3%A4%20b", 4],
    ["#/$defs/list/0", 5],
    ["#/$defs/list/1/y", 6],
    ["#/$defs/list/2", undefined],
    ["#/$defs/B", undefined],
    ["#/$defs/A/x/y", undefined],
    ["#/$defs/toString", undefined],
    ["other.json#/$defs/A", undefined],
    ["$defs/A", undefined],
  ])("%s is resolved", (reference, value) => {
    expect(resolveReference(root, reference)).toEqual(value);
  });
});

describe("two merged schemas", () => {
  it.each<[object, object, object]>([
    [{ a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    [{ title: "l" }, { title: "r" }, { title: "r" }],
    [{ required: ["a", "b"] }, { required: ["b", "c"] }, { required: ["a", "b", "c"] }],
    [{ required: "x" }, { required: ["b"] }, { required: ["b"] }],
    [{ required: ["b"] }, { required: "x" }, { required: "x" }],
    [{ allOf: [1] }, { allOf: [2] }, { allOf: [1, 2] }],
    [{ allOf: 1 }, { allOf: [2] }, { allOf: [2] }],
    [{ allOf: [1] }, { allOf: 2 }, { allOf: 2 }],
    [{ enum: [1, "a", { x: 1 }] }, { enum: [{ x: 1 }, 1] }, { enum: [1, { x: 1 }] }],
    [{ enum: [1] }, { enum: [2] }, { enum: [2] }],
    [{ enum: 1 }, { enum: [2] }, { enum: [2] }],
    [{ enum: [1] }, { enum: 2 }, { enum: 2 }],
    [{ type: ["string", "null"] }, { type: "string" }, { type: ["string"] }],
    [{ type: "string" }, { type: ["null", "string"] }, { type: ["string"] }],
    [{ type: "integer" }, { type: "number" }, { type: "integer" }],
    [{ type: "number" }, { type: "integer" }, { type: "integer" }],
    [{ type: "string" }, { type: "boolean" }, { type: "boolean" }],
    [{ items: { minimum: 1 } }, { items: { minimum: 2 } }, { items: { minimum: 2 } }],
    [{ items: { a: 1 } }, { items: { b: 2 } }, { items: { a: 1, b: 2 } }],
    [{ items: false }, { items: { b: 2 } }, { items: { b: 2 } }],
    [{ items: { b: 2 } }, { items: false }, { items: false }],
    [
      { properties: { a: { x: 1 }, b: { y: 1 } } },
      { properties: { b: { z: 1 }, c: { w: 1 } } },
      { properties: { a: { x: 1 }, b: { allOf: [{ y: 1 }, { z: 1 }] }, c: { w: 1 } } },
    ],
    [{ properties: { a: false } }, { properties: { a: { x: 1 } } }, { properties: { a: { x: 1 } } }],
    [{ properties: { a: { x: 1 } } }, { properties: { a: false } }, { properties: { a: false } }],
    [{ properties: {} }, { properties: { toString: { x: 1 } } }, { properties: { toString: { x: 1 } } }],
    [{ properties: 1 }, { properties: { a: 1 } }, { properties: { a: 1 } }],
    [{ properties: { a: 1 } }, { properties: 1 }, { properties: 1 }],
  ])("of %j and %j are %j", (left, right, merged) => {
    expect(mergeSchemas(left as never, right as never)).toEqual(merged);
  });

  it.each(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"])(
    "have the larger %s",
    (name) => {
      expect(mergeSchemas({ [name]: 1 }, { [name]: 2 })).toEqual({ [name]: 2 });
      expect(mergeSchemas({ [name]: 2 }, { [name]: 1 })).toEqual({ [name]: 2 });
      expect(mergeSchemas({ [name]: true }, { [name]: 1 })).toEqual({ [name]: 1 });
      expect(mergeSchemas({ [name]: 1 }, { [name]: true })).toEqual({ [name]: true });
    },
  );

  it.each(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"])(
    "have the smaller %s",
    (name) => {
      expect(mergeSchemas({ [name]: 1 }, { [name]: 2 })).toEqual({ [name]: 1 });
      expect(mergeSchemas({ [name]: 2 }, { [name]: 1 })).toEqual({ [name]: 1 });
      expect(mergeSchemas({ [name]: true }, { [name]: 1 })).toEqual({ [name]: 1 });
      expect(mergeSchemas({ [name]: 1 }, { [name]: true })).toEqual({ [name]: true });
    },
  );

  it("leave both as they were", () => {
    const left = { properties: { a: { x: 1 } } };
    const right = { properties: { a: { y: 1 } } };
    mergeSchemas(left, right);
    expect([left, right]).toEqual([{ properties: { a: { x: 1 } } }, { properties: { a: { y: 1 } } }]);
  });
});

describe("the types of a schema", () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ type: "STRING" }, ["string"]],
    [{ type: ["Integer", 5, "null"] }, ["integer", "null"]],
    [{ type: 5 }, []],
  ])("%j are %j", (schema, types) => {
    expect(typesOf(schema as never)).toEqual(types);
  });
});
