import { resolve } from "node:path";
import { describeTypes } from "../../scripts/strict/sdk-types.ts";
import { readShapes, type Shape } from "../../src/engines/sim/strict/shape/notation.ts";
import type { Schema, SchemaDocument } from "./schema.ts";

const packages = resolve(import.meta.dirname, "../../node_modules");

/** Types of an installed SDK as a document of schemas, with every type that they refer to. */
export function sdkDocument(title: string, file: string, types: readonly string[]): SchemaDocument {
  const shapes = readShapes(describeTypes(resolve(packages, file), types).join("\n"));
  return {
    title,
    schemas: Object.fromEntries([...shapes].map(([name, shape]) => [name, schemaOf(shape, shapes)])),
  };
}

function schemaOf(shape: Shape, shapes: ReadonlyMap<string, Shape>): Schema {
  const inner = (one: Shape) => schemaOf(one, shapes);
  switch (shape.kind) {
    case "any":
      return {};
    case "literal":
      return { const: shape.value };
    case "list":
      return { type: "array", items: inner(shape.item) };
    case "union":
      return { anyOf: shape.of.map(inner) };
    case "name":
      return shapes.has(shape.name) ? { $ref: `#/components/schemas/${shape.name}` } : {};
    case "object":
      return {
        type: "object",
        properties: Object.fromEntries(
          [...shape.members].map(([name, { shape: one }]) => [name, inner(one)]),
        ),
        required: [...shape.members].filter(([, { isRequired }]) => isRequired).map(([name]) => name),
        ...(shape.rest === undefined ? {} : { additionalProperties: inner(shape.rest) }),
      };
    default:
      return { type: shape.kind };
  }
}
