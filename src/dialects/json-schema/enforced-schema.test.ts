import { describe, expect, it } from "vitest";
import { adaptSchema, type SchemaChange } from "./enforced-schema.ts";

function adapt(schema: unknown) {
  const changes: SchemaChange[] = [];
  return { schema: adaptSchema(schema, (change) => changes.push(change)), changes };
}

describe("an output schema", () => {
  it("is left as it is if the wire takes it", () => {
    const schema = {
      $defs: { a: { type: "string", enum: ["x"] } },
      type: "object",
      properties: { a: { $ref: "#/$defs/a" }, minimum: { anyOf: [{ type: "null" }, { type: "integer" }] } },
      additionalProperties: false,
    };
    expect(adapt(schema)).toEqual({ schema, changes: [] });
    expect(adapt(schema).schema).toBe(schema);
  });

  it("D9: tells the bounds that cannot be enforced in words, and records each", () => {
    const { schema, changes } = adapt({
      type: "object",
      additionalProperties: false,
      properties: { n: { type: "integer", description: "A number", minimum: 1, maximum: 9 } },
    });
    expect(schema).toMatchObject({
      properties: { n: { type: "integer", description: "A number\n\n{minimum: 1, maximum: 9}" } },
    });
    expect(changes).toEqual([
      { path: ".properties.n", keyword: "minimum", loses: true },
      { path: ".properties.n", keyword: "maximum", loses: true },
    ]);
  });

  it("D8: closes objects at every depth, and says where that is narrower", () => {
    const { schema, changes } = adapt({
      type: "array",
      minItems: 1,
      items: { type: "object", additionalProperties: true, properties: { a: { type: "object" } } },
    });
    expect(schema).toEqual({
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        additionalProperties: false,
        properties: { a: { type: "object", additionalProperties: false } },
      },
    });
    expect(changes.map(({ path, loses }) => [path, loses])).toEqual([
      [".items.properties.a", false],
      [".items", true],
    ]);
  });
});
