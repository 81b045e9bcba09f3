import { z } from "zod";

type JsonSchema = Record<string, unknown>;

/** The schemas of a document by name. Definitions inside a schema become components of their own. */
export class SchemaComponents {
  readonly #schemas: Record<string, JsonSchema> = {};

  get all(): Readonly<Record<string, JsonSchema>> {
    return this.#schemas;
  }

  /** Adds a schema, and returns the reference to it. `io` says whether it is what a writer sends or what a reader gets. */
  add(name: string, schema: z.ZodType | JsonSchema, io: "input" | "output" = "output"): { $ref: string } {
    const json = schema instanceof z.ZodType ? jsonSchemaOf(schema, io) : schema;
    const { $defs = {}, ...rest } = json;
    const move = (value: unknown): unknown => moveReferences(value, name);
    for (const [key, inner] of Object.entries($defs as JsonSchema))
      this.#schemas[`${name}_${key}`] = move(inner) as JsonSchema;
    this.#schemas[name] = move(rest) as JsonSchema;
    return { $ref: `#/components/schemas/${name}` };
  }
}

/** A schema as JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function jsonSchemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, target: "draft-2020-12" });
  return json;
}

function moveReferences(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => moveReferences(one, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      // The id of a definition is its name here.
      .filter(([key, member]) => !(key === "id" && typeof member === "string"))
      .map(([key, member]) => [
        key,
        key === "$ref" && typeof member === "string" ? moved(member, name) : moveReferences(member, name),
      ]),
  );
}

function moved(reference: string, name: string): string {
  if (reference === "#") return `#/components/schemas/${name}`;
  return reference.replace(/^#\/\$defs\//, `#/components/schemas/${name}_`);
}
