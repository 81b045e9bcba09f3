import { z } from "zod";
import { formatKeyPath } from "../../contract/index.ts";
import { factsOf, type KeyFacts } from "./key-facts.ts";
import { type KeyPath, startsWith } from "./key-path.ts";

/** The type of a key's value, which decides how the text of an environment variable is read. */
export type KeyKind = "string" | "integer" | "number" | "boolean" | "list";

/** The definition of one key, derived from the schema. */
export interface KeyDefinition {
  /** The path, with `*` for a name that the user chooses. */
  readonly path: KeyPath;
  readonly kind: KeyKind;
  readonly facts: KeyFacts;
  /** The allowed values of an enumeration. */
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  /** Whether an entry without it is invalid. */
  readonly required: boolean;
  /** Set if only some variants of an entry have the key: the discriminating member, and its values. */
  readonly variant?: { readonly member: string; readonly values: readonly string[] };
  /** Whether this key decides which other keys an entry has, as `type` does. */
  readonly discriminator: boolean;
}

/** Stands for a name that the user chooses, in the path of a definition. */
export const ANY_NAME = "*";

/** Lists the keys of a schema in its order. Throws for a member that is neither a section nor written with `key`. */
export function listKeys(schema: z.ZodObject): KeyDefinition[] {
  return mergeVariants(walk(schema, []));
}

/** Finds the definition of the key at a concrete path. */
export function findDefinition(
  definitions: readonly KeyDefinition[],
  path: KeyPath,
): KeyDefinition | undefined {
  return definitions.find(
    (definition) => definition.path.length === path.length && fits(definition.path, path),
  );
}

/** Whether keys lie below a path. */
export function isSection(definitions: readonly KeyDefinition[], path: KeyPath): boolean {
  return definitions.some(
    (definition) => definition.path.length > path.length && fits(definition.path, path),
  );
}

/** Lists the names that the schema allows directly below a path. Names that the user chooses are not among them. */
export function namesBelow(definitions: readonly KeyDefinition[], path: KeyPath): string[] {
  const below = definitions.filter(
    (definition) => definition.path.length > path.length && fits(definition.path, path),
  );
  return [...new Set(below.map((definition) => definition.path[path.length]!))].filter(
    (name) => name !== ANY_NAME,
  );
}

function fits(pattern: KeyPath, path: KeyPath): boolean {
  return path.every((name, index) => pattern[index] === ANY_NAME || pattern[index] === name);
}

function walk(schema: z.ZodType, path: KeyPath, variant?: KeyDefinition["variant"]): KeyDefinition[] {
  const facts = factsOf(schema);
  if (facts !== undefined) return [describeKey(schema, path, facts, variant)];
  const inner = unwrap(schema).schema;
  if (inner instanceof z.ZodObject) {
    return Object.entries(inner.shape).flatMap(([name, member]) =>
      walk(member as z.ZodType, [...path, name], variant),
    );
  }
  if (inner instanceof z.ZodRecord) return walk(inner.valueType as z.ZodType, [...path, ANY_NAME]);
  if (inner instanceof z.ZodDiscriminatedUnion) {
    const member = inner.def.discriminator;
    return inner.options.flatMap((option) => {
      const values = unwrap((option as z.ZodObject).shape[member] as z.ZodType).schema;
      return walk(option as z.ZodType, path, { member, values: literals(values) ?? [] });
    });
  }
  throw new TypeError(`${formatKeyPath(path)} is neither a section nor a described key`);
}

function describeKey(
  schema: z.ZodType,
  path: KeyPath,
  facts: KeyFacts,
  variant: KeyDefinition["variant"] | undefined,
): KeyDefinition {
  const { schema: inner, default: defaultValue } = unwrap(schema);
  const options = literals(inner);
  return {
    path,
    facts,
    kind: kindOf(inner, path),
    required: !schema.isOptional(),
    discriminator: variant !== undefined && path.at(-1) === variant.member,
    ...(options === undefined ? {} : { options }),
    ...(inner instanceof z.ZodNumber ? range(inner) : {}),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
    ...(variant === undefined ? {} : { variant }),
  };
}

function unwrap(schema: z.ZodType): { schema: z.ZodType; default?: unknown } {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault) {
    return unwrap(schema.unwrap() as z.ZodType);
  }
  if (!(schema instanceof z.ZodDefault)) return { schema };
  return { ...unwrap(schema.unwrap() as z.ZodType), default: schema.def.defaultValue };
}

function kindOf(schema: z.ZodType, path: KeyPath): KeyKind {
  if (schema instanceof z.ZodNumber) return schema.isInt ? "integer" : "number";
  if (schema instanceof z.ZodBoolean) return "boolean";
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return "string";
  if (literals(schema) !== undefined) return "string";
  throw new TypeError(`${formatKeyPath(path)} has a type that text cannot be read as`);
}

function literals(schema: z.ZodType): string[] | undefined {
  if (schema instanceof z.ZodEnum) return schema.options.map(String);
  if (schema instanceof z.ZodLiteral) return [...schema.values].map(String);
  return undefined;
}

function range(schema: z.ZodNumber): { minimum?: number; maximum?: number } {
  const { minValue, maxValue } = schema;
  return {
    ...(isBound(minValue) ? { minimum: minValue } : {}),
    ...(isBound(maxValue) ? { maximum: maxValue } : {}),
  };
}

// If a schema states no bound, zod reports the largest number that the type can represent.
function isBound(value: number | null): value is number {
  return Number.isFinite(value) && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER;
}

// Each variant of a union defines a shared key again. The result has one definition with the values of all variants.
function mergeVariants(definitions: readonly KeyDefinition[]): KeyDefinition[] {
  const merged: KeyDefinition[] = [];
  for (const definition of definitions) {
    const index = merged.findIndex(
      (other) => other.path.length === definition.path.length && startsWith(other.path, definition.path),
    );
    const earlier = merged[index];
    if (earlier === undefined) {
      merged.push(definition);
      continue;
    }
    merged[index] = {
      ...earlier,
      ...(earlier.options && definition.options
        ? { options: [...earlier.options, ...definition.options] }
        : {}),
      ...(earlier.variant && definition.variant
        ? {
            variant: {
              ...earlier.variant,
              values: [...earlier.variant.values, ...definition.variant.values],
            },
          }
        : {}),
    };
  }
  return merged;
}
