import { z } from "zod";
import { factsOf, type KeyFacts } from "./key-facts.ts";
import { formatKeyPath, type KeyPath, startsWith } from "./key-path.ts";

/** The shape of a key's value, which says how text is read as it. */
export type KeyKind = "string" | "integer" | "number" | "boolean" | "list";

/** One key of the configuration. */
export interface KeyRow {
  /** Where it stands; `*` is a name that the user chooses. */
  readonly path: KeyPath;
  readonly kind: KeyKind;
  readonly facts: KeyFacts;
  /** The only values allowed, where they are few. */
  readonly options?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  /** Whether whoever writes the section must set it. */
  readonly required: boolean;
  /** Set where the key belongs only to some entries: the member that decides, and its values. */
  readonly variant?: { readonly member: string; readonly values: readonly string[] };
  /** Whether this key decides which others an entry has. */
  readonly discriminator: boolean;
}

/** Any name that the user chooses, in the path of a row. */
export const ANY_NAME = "*";

/** Lists every key of a configuration schema, in the order of the schema. */
export function listKeys(schema: z.ZodObject): KeyRow[] {
  return mergeVariants(walk(schema, []));
}

/** The row of a concrete path. */
export function findRow(rows: readonly KeyRow[], path: KeyPath): KeyRow | undefined {
  return rows.find((row) => row.path.length === path.length && fits(row.path, path));
}

/** Whether keys lie below a path. */
export function isSection(rows: readonly KeyRow[], path: KeyPath): boolean {
  return rows.some((row) => row.path.length > path.length && fits(row.path, path));
}

/** The names that may follow a path, without those that the user chooses. */
export function namesBelow(rows: readonly KeyRow[], path: KeyPath): string[] {
  const below = rows.filter((row) => row.path.length > path.length && fits(row.path, path));
  return [...new Set(below.map((row) => row.path[path.length]!))].filter((name) => name !== ANY_NAME);
}

function fits(pattern: KeyPath, path: KeyPath): boolean {
  return path.every((name, index) => pattern[index] === ANY_NAME || pattern[index] === name);
}

function walk(schema: z.ZodType, path: KeyPath, variant?: KeyRow["variant"]): KeyRow[] {
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
  variant: KeyRow["variant"] | undefined,
): KeyRow {
  const { schema: inner, default: preset } = unwrap(schema);
  const options = literals(inner);
  return {
    path,
    facts,
    kind: kindOf(inner, path),
    required: !schema.isOptional(),
    discriminator: variant !== undefined && path.at(-1) === variant.member,
    ...(options === undefined ? {} : { options }),
    ...(inner instanceof z.ZodNumber ? range(inner) : {}),
    ...(preset === undefined ? {} : { default: preset }),
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

// Without a bound of its own, zod answers with the end of what the type can hold.
function isBound(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
}

// The members of a union say the same key once each: one row has the values of all.
function mergeVariants(rows: readonly KeyRow[]): KeyRow[] {
  const merged: KeyRow[] = [];
  for (const row of rows) {
    const index = merged.findIndex(
      (other) => other.path.length === row.path.length && startsWith(other.path, row.path),
    );
    const earlier = merged[index];
    if (earlier === undefined) {
      merged.push(row);
      continue;
    }
    merged[index] = {
      ...earlier,
      ...(earlier.options && row.options ? { options: [...earlier.options, ...row.options] } : {}),
      ...(earlier.variant && row.variant
        ? { variant: { ...earlier.variant, values: [...earlier.variant.values, ...row.variant.values] } }
        : {}),
    };
  }
  return merged;
}
