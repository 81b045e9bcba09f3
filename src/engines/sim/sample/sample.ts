import { isMembers, type Members } from "../../../dialects/index.ts";
import { sampleArray } from "./sample-array.ts";
import { sampleNumber } from "./sample-number.ts";
import { sampleString } from "./sample-string.ts";
import { mergeSchemas, resolveReference, typesOf } from "./schema-merge.ts";

// What the making of one instance knows.
interface Sampling {
  readonly root: unknown;
  /** How many more values may be made before only what is required is made. */
  budget: number;
  depth: number;
}

const BUDGET = 2000;
const DEEPEST = 24;
// Below this depth only what is required is made, so that a schema that holds itself comes to an end.
const FULL_DEPTH = 5;

class TooDeep extends Error {}

/**
 * Makes a value that satisfies a JSON Schema: the same schema always gives the same value. Every property is filled.
 * `not`, `if` and counts of pattern properties are beyond it.
 */
export function sampleSchema(schema: unknown): unknown {
  try {
    return sample(schema, { root: schema, budget: BUDGET, depth: 0 }, 0);
  } catch (error) {
    if (error instanceof TooDeep) return {};
    throw error;
  }
}

// Makes the value of one place; `variant` tells the values of one list apart.
function sample(schema: unknown, sampling: Sampling, variant: number): unknown {
  if (sampling.depth > DEEPEST) throw new TooDeep();
  sampling.budget--;
  sampling.depth++;
  try {
    return sampleFlat(flatten(schema, sampling), sampling, variant);
  } finally {
    sampling.depth--;
  }
}

// Whether what is not required is still made.
function isGenerous(sampling: Sampling): boolean {
  return sampling.depth <= FULL_DEPTH && sampling.budget > 0;
}

// Makes the value, or gives undefined where the schema has no end.
function attempt(schema: unknown, sampling: Sampling, variant: number): unknown {
  try {
    return sample(schema, sampling, variant);
  } catch (error) {
    if (error instanceof TooDeep) return undefined;
    throw error;
  }
}

// The schema with its references and branches taken in; the first branch is taken, null only when nothing else is left.
function flatten(schema: unknown, sampling: Sampling): Members {
  let flat: Members = isMembers(schema) ? schema : {};
  for (let round = 0; round < DEEPEST; round++) {
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
  // A reference to a reference is followed where it stands.
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
        return isGenerous(sampling) ? attempt(part, sampling, index) : undefined;
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
  let places = most - required.length;
  for (const [name, part] of Object.entries(properties)) {
    if (required.includes(name)) put(made, name, sample(part, sampling, 0));
    else if (part !== false && places > 0 && isGenerous(sampling)) {
      const value = attempt(part, sampling, 0);
      if (value === undefined) continue;
      put(made, name, value);
      places--;
    }
  }
  const others = schema["additionalProperties"];
  for (const name of required)
    if (!Object.hasOwn(made, name)) put(made, name, sample(isMembers(others) ? others : {}, sampling, 0));
  fill(made, schema, others, sampling);
  return made;
}

function fill(made: Members, schema: Members, others: unknown, sampling: Sampling): void {
  const least = typeof schema["minProperties"] === "number" ? schema["minProperties"] : 0;
  if (others === false) return;
  for (let index = 1; Object.keys(made).length < least && index <= least * 2; index++)
    put(made, `property${index}`, sample(isMembers(others) ? others : {}, sampling, 0));
}

// A property may be called `__proto__`, which an assignment would take for the prototype.
function put(target: Members, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
