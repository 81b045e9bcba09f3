import { describe, expect, it } from "vitest";
import { followReferences, resolveReference } from "./reference.ts";
import { mapSubschemas } from "./subschemas.ts";

describe("the schemas in a schema", () => {
  const named = (name: string) => ({ title: name });
  const whole = {
    properties: { a: named("property"), enum: named("a property called enum") },
    patternProperties: { x: named("pattern") },
    $defs: { d: named("definition") },
    anyOf: [named("anyOf")],
    prefixItems: [named("prefix")],
    items: named("items"),
    additionalProperties: named("additional"),
    not: named("not"),
    enum: [named("a value, and no schema")],
    default: named("a value, and no schema"),
    required: ["a"],
  };

  it("are found wherever a keyword holds schemas, and nowhere else", () => {
    const titles: string[] = [];
    const same = mapSubschemas(whole, (schema) => {
      titles.push((schema as { title: string }).title);
      return schema;
    });
    expect(same).toBe(whole);
    expect(titles).toEqual([
      "property",
      "a property called enum",
      "pattern",
      "definition",
      "anyOf",
      "prefix",
      "items",
      "additional",
      "not",
    ]);
  });

  it("are changed in a copy", () => {
    const before = structuredClone(whole);
    const changed = mapSubschemas(whole, (schema) =>
      ["anyOf", "property", "items"].includes((schema as { title: string }).title) ? {} : schema,
    );
    expect(changed).toEqual({
      ...whole,
      properties: { ...whole.properties, a: {} },
      anyOf: [{}],
      items: {},
    });
    expect(changed["$defs"]).toBe(whole.$defs);
    expect(whole).toEqual(before);
  });

  it("may be a list of items", () => {
    expect(mapSubschemas({ items: [{ a: 1 }, true] }, () => false)).toEqual({ items: [false, false] });
  });
});

describe("a reference", () => {
  const root = {
    $defs: { "a/b~c": { type: "string" }, loop: { $ref: "#/$defs/loop" }, d: { e: [{ f: 1 }] } },
  };

  it("leads to a schema of the same document", () => {
    expect(resolveReference(root, "#")).toBe(root);
    expect(resolveReference(root, "#/$defs/a~1b~0c")).toBe(root.$defs["a/b~c"]);
    expect(resolveReference(root, "#/%24defs/d/e/0")).toEqual({ f: 1 });
  });

  it.each(["#/$defs/none", "https://example.org/x", "#anchor", "#/$defs/d/e/0/f/g", "#/toString", "#/%"])(
    "leads nowhere: %s",
    (reference) => {
      expect(resolveReference(root, reference)).toBeUndefined();
    },
  );

  it("is followed with the members beside it, and ends if it leads back to itself", () => {
    const first = { $ref: "#/$defs/a~1b~0c", description: "d" };
    expect(followReferences(root, first)).toEqual({ type: "string", description: "d" });
    expect(followReferences(root, { $ref: "#/$defs/none" })).toEqual({ $ref: "#/$defs/none" });
    expect(followReferences(root, { $ref: "#/$defs/loop" })).toEqual({ $ref: "#/$defs/loop" });
    expect(followReferences(root, true)).toBe(true);
  });
});
