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
