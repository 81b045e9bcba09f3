import { existsSync, readFileSync } from "node:fs";
import { sharedPath } from "../../shared.ts";
import type { Random } from "../random.ts";
import type { Json } from "./wire-turns.ts";

const file = sharedPath("vectors", "schemas", "openai.schemas.json");

/** Whether the published schemas are there. */
export const schemasExist = existsSync(file);

let loaded: Readonly<Record<string, Json>> | undefined;

function schemas(): Readonly<Record<string, Json>> {
  loaded ??= (JSON.parse(readFileSync(file, "utf8")) as { components: { schemas: Record<string, Json> } })
    .components.schemas;
  return loaded;
}

/** The members of a published request, with their schemas. */
export function membersOf(name: string): readonly (readonly [name: string, schema: Json])[] {
  return Object.entries(propertiesIn({ $ref: `#/components/schemas/${name}` }));
}

function propertiesIn(schema: Json): Record<string, Json> {
  const whole = resolve(schema);
  const parts = ((whole["allOf"] as Json[] | undefined) ?? []).map(propertiesIn);
  return Object.assign({}, ...parts, whole["properties"]) as Record<string, Json>;
}

function resolve(schema: Json): Json {
  const { $ref } = schema;
  return typeof $ref === "string" ? resolve(schemas()[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {}) : schema;
}

/** A value that the schema allows; texts and numbers are new ones if it leaves them open. */
export function sampleValue(schema: Json, random: Random, depth = 5): unknown {
  const one = resolve(schema);
  const { enum: words, const: word, type } = one;
  if (word !== undefined) return word;
  if (Array.isArray(words)) return random.pick(words);
  const choices = (one["anyOf"] ?? one["oneOf"]) as Json[] | undefined;
  if (choices !== undefined) return sampleValue(random.pick(choices), random, depth - 1);
  switch (Array.isArray(type) ? random.pick(type) : type) {
    case "string":
      return `text_${random.below(1e9)}`;
    case "integer":
      return Number(one["minimum"] ?? 1) + random.below(Math.min(5, Number(one["maximum"] ?? 5)));
    case "number":
      return Number(one["minimum"] ?? 0) + random.below(10) / 10;
    case "boolean":
      return random.chance(0.5);
    case "array":
      return depth <= 0 ? [] : [sampleValue((one["items"] as Json | undefined) ?? {}, random, depth - 1)];
    case "null":
      return null;
    default:
      return objectOf(one, random, depth);
  }
}

function objectOf(schema: Json, random: Random, depth: number): Json {
  const required = requiredIn(schema);
  const entries = Object.entries(propertiesIn(schema)).filter(
    ([name]) => required.has(name) || (depth > 0 && random.chance(0.4)),
  );
  return Object.fromEntries(entries.map(([name, inner]) => [name, sampleValue(inner, random, depth - 1)]));
}

function requiredIn(schema: Json): Set<string> {
  const whole = resolve(schema);
  const parts = ((whole["allOf"] as Json[] | undefined) ?? []).flatMap((part) => [...requiredIn(part)]);
  return new Set([...parts, ...((whole["required"] as string[] | undefined) ?? [])]);
}
