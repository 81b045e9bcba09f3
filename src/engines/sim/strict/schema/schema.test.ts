import { describe, expect, it } from "vitest";
import { invalidSchema } from "./validity.ts";
import { findCycle, resolveReference, walkSchema } from "./walk.ts";

describe("a walk over a schema", () => {
  it("visits every schema inside, and says which values must be there", () => {
    const schema = {
      type: "object",
      properties: { a: { anyOf: [{ type: "string" }] }, b: { items: { type: "number" } } },
      required: ["a"],
      $defs: { c: {} },
    };
    const places = [...walkSchema(schema)].map(({ path, isRequired }) => `${path.join(".")} ${isRequired}`);
    expect(places).toEqual([
      " true",
      "properties.a true",
      "properties.a.anyOf.0 false",
      "properties.b false",
      "properties.b.items false",
      "$defs.c true",
    ]);
  });

  const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
  const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems", "items"];
  const inside = [
    ...maps.map((key) => [`${key}.x`, (one: object) => ({ [key]: { x: one } })] as const),
    ...single.map((key) => [key, (one: object) => ({ [key]: one })] as const),
    ...lists.map((key) => [`${key}.1`, (one: object) => ({ [key]: [true, one] })] as const),
  ];
  it.each(inside)("visits the schema at %s", (place, wrap) => {
    const found = [...walkSchema(wrap({ type: "null" }))];
    expect(found.map(({ path }) => path.join("."))).toEqual(["", place]);
    // Only the value of a property may be left out.
    expect(found[1]).toMatchObject({ isRequired: /^(?!properties)(?:\w|\$)+\.x$/.test(place) });
  });

  it.each(inside)("finds recursion at %s if values lead there", (place, wrap) => {
    const isValue = !maps.includes(place.replace(".x", "")) || place === "properties.x";
    expect(findCycle(wrap({ $ref: "#" }))).toBe(isValue ? "#" : undefined);
    expect(findCycle({ ...wrap({ $ref: "#" }), required: ["x"] }, true)).toBe(
      place === "properties.x" ? "#" : undefined,
    );
  });

  it("finds recursion by way of other schemas, and looks into each of them once", () => {
    const chain = { $defs: { a: { items: { $ref: "#/$defs/b" } }, b: { not: { $ref: "#/$defs/a" } } } };
    expect(findCycle({ ...chain, $ref: "#/$defs/a" })).toBe("#/$defs/a");
    expect(findCycle(chain)).toBeUndefined();
    const names = Array.from({ length: 64 }, (_, index) => `d${index}`);
    const twice = (name: string) => ({ anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const defs = Object.fromEntries(
      names.map((name, index) => [name, index === 63 ? {} : twice(names[index + 1]!)]),
    );
    expect(findCycle({ $defs: defs, $ref: "#/$defs/d0" })).toBeUndefined();
  });

  it("finds what a local reference names", () => {
    const root = { $defs: { "a/b": { type: "string" } }, anyOf: [{ type: "number" }] };
    expect(resolveReference(root, "#/$defs/a~1b")).toBe(root.$defs["a/b"]);
    expect(resolveReference(root, "#/anyOf/0")).toBe(root.anyOf[0]);
    expect(resolveReference(root, "#")).toBe(root);
    expect(resolveReference(root, "#/$defs/none")).toBeUndefined();
    expect(resolveReference(root, "https://a.test")).toBeUndefined();
  });

  it("finds recursion, and recursion that no value can end", () => {
    const tree = (required: string[]) => ({
      type: "object",
      properties: { child: { $ref: "#" } },
      required,
    });
    expect(findCycle(tree([]))).toBe("#");
    expect(findCycle(tree([]), true)).toBeUndefined();
    expect(findCycle(tree(["child"]), true)).toBe("#");
    expect(
      findCycle({ properties: { a: { $ref: "#/$defs/b" }, c: { $ref: "#/$defs/b" } }, $defs: { b: {} } }),
    ).toBeUndefined();
  });
});

describe("the validity of a schema", () => {
  it("follows draft 2020-12, whatever draft it names", () => {
    expect(
      invalidSchema({ $schema: "http://json-schema.org/draft-07/schema#", type: "object" }),
    ).toBeUndefined();
    expect(invalidSchema({ type: ["string", "null"], format: "anything" })).toBeUndefined();
    expect(invalidSchema({ properties: { a: { type: "STRING" } } })).toMatch(/^\/properties\/a\/type /);
    expect(invalidSchema("object")).toBe("is not an object");
  });
});
