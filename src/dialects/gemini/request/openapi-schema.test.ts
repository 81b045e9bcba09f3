import { describe, expect, it } from "vitest";
import { fromOpenApi } from "./openapi-schema.ts";

describe("a schema of the OpenAPI subset", () => {
  it("has types in small letters", () => {
    expect(fromOpenApi({ type: "OBJECT", properties: { a: { type: "STRING" } } })).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
    });
    expect(fromOpenApi({ type: ["STRING", "NULL"], items: { type: "INTEGER" } })).toEqual({
      type: ["string", "null"],
      items: { type: "integer" },
    });
    expect(fromOpenApi({ type: 6, properties: { a: { type: 3 }, b: { type: 0 } } })).toEqual({
      type: "object",
      properties: { a: { type: "integer" }, b: {} },
    });
    expect(fromOpenApi({ type: "TYPE_UNSPECIFIED" })).toEqual({});
    for (const value of [true, "x", null]) expect(fromOpenApi(value)).toBe(value);
  });

  it.each(["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"])(
    "has %s as a number, in either spelling",
    (name) => {
      const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      expect(fromOpenApi({ [name]: "12" })).toEqual({ [name]: 12 });
      expect(fromOpenApi({ [snake]: "12" })).toEqual({ [name]: 12 });
      expect(fromOpenApi({ [name]: 7 })).toEqual({ [name]: 7 });
      expect(fromOpenApi({ [name]: "1x" })).toEqual({ [name]: "1x" });
    },
  );

  it("keeps other keywords, and leaves nulls out", () => {
    expect(fromOpenApi({ format: "int32", property_ordering: ["a"], example: 1, title: null })).toEqual({
      format: "int32",
      propertyOrdering: ["a"],
      examples: [1],
    });
    expect(fromOpenApi({ any_of: [{ type: "STRING" }], anyOf: "x" })).toEqual({ anyOf: "x" });
    expect(fromOpenApi({ properties: "x", toString: 1 })).toEqual({ properties: "x", toString: 1 });
  });

  it("says that null is allowed in the way of JSON Schema", () => {
    expect(fromOpenApi({ type: "STRING", nullable: true })).toEqual({ type: ["string", "null"] });
    expect(fromOpenApi({ type: "STRING", nullable: false })).toEqual({ type: "string" });
    expect(fromOpenApi({ type: "STRING", nullable: true, enum: ["a"] })).toEqual({
      type: ["string", "null"],
      enum: ["a", null],
    });
    expect(fromOpenApi({ type: "STRING", nullable: true, enum: ["a", null] })).toEqual({
      type: ["string", "null"],
      enum: ["a", null],
    });
    expect(fromOpenApi({ anyOf: [{ type: "STRING" }], nullable: true })).toEqual({
      anyOf: [{ type: "string" }, { type: "null" }],
    });
    expect(fromOpenApi({ nullable: true, title: "t" })).toEqual({ title: "t" });
  });
});
