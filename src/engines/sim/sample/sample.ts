import { isMembers, type Members } from "../../../dialects/index.ts";
import { setMember } from "../../../lib/index.ts";
import { sampleArray } from "./sample-array.ts";
import { sampleNumber } from "./sample-number.ts";
import { sampleString } from "./sample-string.ts";
import { mergeSchemas, resolveReference, typesOf } from "./schema-merge.ts";

interface Sampling {
  readonly root: unknown;
  /** Number of values left before optional ones are left out. */
  budget: number;
  depth: number;
}

const MAX_VALUES = 2000;
const MAX_DEPTH = 24;
// Below this depth optional values are left out, so that recursive schemas end.
const MAX_OPTIONAL_DEPTH = 5;

class TooDeep extends Error {}

/**
 * Makes a value that satisfies a JSON Schema. The same schema always gives the same value. Optional properties are included.
 * It does not support `not`, `if` and counts of pattern properties.
 */
export function sampleSchema(schema: unknown): unknown {
  try {
    return sample(schema, { root: schema, budget: MAX_VALUES, depth: 0 }, 0);
  } catch (error) {
    if (error instanceof TooDeep) return {};
    throw error;
  }
}

// `variant` makes the items of an array differ.
function sample(schema: unknown, sampling: Sampling, variant: number): unknown {
  if (sampling.depth > MAX_DEPTH) throw new TooDeep();
  sampling.budget--;
  sampling.depth++;
  try {
    return sampleFlat(flatten(schema, sampling), sampling, variant);
  } finally {
    sampling.depth--;
  }
}

function includesOptional(sampling: Sampling): boolean {
  return sampling.depth <= MAX_OPTIONAL_DEPTH && sampling.budget > 0;
}

// Returns undefined if the schema is endlessly recursive.
function attempt(schema: unknown, sampling: Sampling, variant: number): unknown {
  try {
    return sample(schema, sampling, variant);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

// Resolves references and merges branches. Of several branches it takes the first that is not null.
function flatten(schema: unknown, sampling: Sampling): Members {
  let flat: Members = isMembers(schema) ? schema : {};
  for (let round = 0; round < MAX_DEPTH; round++) {
    const { $ref, allOf, anyOf, oneOf, ...rest } = flat;
    if (typeof $ref === "string") {
      const target = resolveReference(sampling.root, $ref);
      flat = mergeSchemas(isMembers(target) ? target : {}, without(flat, "$ref"));
    } else if (Array.isArray(allOf)) {
      flat = (allOf as unknown[]).reduce<Members>(
        (whole, part) => mergeSchemas(whole, resolved(part, sampling)),
        without(flat, "allOf"),
      );
    } else if (Array.isArray(anyOf) || Array.isArray(oneOf)) {
      const name = Array.isArray(anyOf) ? "anyOf" : "oneOf";
      const branch = firstBranch((anyOf ?? oneOf) as unknown[], sampling);
      flat = mergeSchemas(without(flat, name), branch);
    } else return rest;
  }
  throw new TooDeep();
}

function firstBranch(branches: readonly unknown[], sampling: Sampling): Members {
  const all = branches.map((branch) => resolved(branch, sampling));
  return all.find((branch) => typesOf(branch)[0] !== "null" && branch["const"] !== null) ?? all[0] ?? {};
}

function resolved(schema: unknown, sampling: Sampling): Members {
  if (!isMembers(schema)) return {};
  const { $ref, ...rest } = schema;
  if (typeof $ref !== "string" || Object.keys(rest).length > 0) return schema;
  const target = resolveReference(sampling.root, $ref);
  // The caller's next round follows a reference to a reference.
  return isMembers(target) ? target : {};
}

function without(members: Members, name: string): Members {
  const { [name]: _, ...rest } = members;
  return rest;
}

function sampleFlat(schema: Members, sampling: Sampling, variant: number): unknown {
  if ("const" in schema) return schema["const"];
  const values = schema["enum"];
  if (Array.isArray(values) && values.length > 0) return values[variant % values.length];
  switch (typeOf(schema)) {
    case "object":
      return sampleObject(schema, sampling);
    case "array":
      return sampleArray(schema, (part, index, isNeeded) => {
        if (isNeeded) return sample(part, sampling, index);
        return includesOptional(sampling) ? attempt(part, sampling, index) : undefined;
      });
    case "integer":
    case "number":
      return sampleNumber(schema, variant);
    case "boolean":
      return variant % 2 === 0;
    case "null":
      return null;
    default:
      return sampleString(schema, variant);
  }
}

function typeOf(schema: Members): string {
  const types = typesOf(schema);
  const named = types.find((type) => type !== "null") ?? types[0];
  if (named !== undefined) return named;
  for (const [type, members] of IMPLIED) if (members.some((name) => name in schema)) return type;
  return "string";
}

const IMPLIED: readonly (readonly [string, readonly string[]])[] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "patternProperties"]],
  ["array", ["items", "prefixItems", "minItems", "contains"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

function sampleObject(schema: Members, sampling: Sampling): Members {
  const properties = isMembers(schema["properties"]) ? schema["properties"] : {};
  const required = (Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []).filter(
    (name) => typeof name === "string",
  );
  const made: Members = {};
  const most =
    typeof schema["maxProperties"] === "number" ? schema["maxProperties"] : Number.POSITIVE_INFINITY;
  let optionalLeft = most - required.length;
  for (const [name, part] of Object.entries(properties)) {
    if (required.includes(name)) setMember(made, name, sample(part, sampling, 0));
    else if (part !== false && optionalLeft > 0 && includesOptional(sampling)) {
      const value = attempt(part, sampling, 0);
      if (value === undefined) continue;
      setMember(made, name, value);
      optionalLeft--;
    }
  }
  const others = schema["additionalProperties"];
  for (const name of required)
    if (!Object.hasOwn(made, name))
      setMember(made, name, sample(isMembers(others) ? others : {}, sampling, 0));
  fill(made, schema, others, sampling);
  return made;
}

function fill(made: Members, schema: Members, others: unknown, sampling: Sampling): void {
  const least = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  if (others === false) return;
  for (let index = 1; Object.keys(made).length < least && index <= least * 2; index++) {
    const name = `property${index}`;
    if (!Object.hasOwn(made, name))
      setMember(made, name, sample(isMembers(others) ? others : {}, sampling, 0));
  }
}
