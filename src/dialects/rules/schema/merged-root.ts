import { followReferences } from "../../json-schema/reference.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A schema of arguments without the keywords that are rejected at its root. */
export interface MergedRoot {
  readonly schema: Members;
  /** The keywords that are no longer enforced as they stood; empty if the schema means the same. */
  readonly loosened: readonly string[];
}

// Longer alternatives are described by the names of their fields alone.
const DESCRIBED_LENGTH = 1500;

/**
 * Merges the alternatives and parts of a root into one object. Arguments are always an object, so alternatives that
 * are none are left out. Of several alternatives every field becomes possible, those that all of them require stay
 * required, and the description says what belonged together.
 */
export function mergeRoot(root: Members, rejected: readonly string[]): MergedRoot {
  let schema = followed(root, root);
  const loosened: string[] = [];
  const told: string[] = [];
  const mustGo = (keyword: string) => rejected.includes(keyword) && schema[keyword] !== undefined;
  if (mustGo("allOf") && Array.isArray(schema["allOf"])) {
    const { allOf, ...rest } = schema;
    schema = rest;
    for (const part of allOf as unknown[]) {
      const merged = intersect(schema, followed(root, part));
      if (merged !== undefined) schema = merged;
      else {
        loosened.push("allOf");
        told.push(`The arguments must also match: ${JSON.stringify(part)}`);
      }
    }
  }
  for (const keyword of ["anyOf", "oneOf"]) {
    const alternatives = schema[keyword];
    if (!mustGo(keyword) || !Array.isArray(alternatives)) continue;
    const { [keyword]: _, ...rest } = schema;
    const branches = alternatives
      .map((one: unknown) => followed(root, one))
      .filter((branch) => isObjectSchema(branch));
    const [only] = branches;
    const merged = branches.length === 1 ? intersect(rest, only!) : undefined;
    if (merged !== undefined) schema = merged;
    else {
      schema = unite(rest, branches);
      loosened.push(keyword);
      told.push(describe(keyword, branches));
    }
  }
  for (const keyword of ["enum", "not"]) {
    if (!mustGo(keyword)) continue;
    const { [keyword]: value, ...rest } = schema;
    schema = rest;
    loosened.push(keyword);
    told.push(
      `The arguments must ${keyword === "not" ? "not match" : "be one of"}: ${JSON.stringify(value)}`,
    );
  }
  if (told.length > 0) {
    const before = typeof schema["description"] === "string" ? `${schema["description"]}\n\n` : "";
    schema = { ...schema, description: `${before}${told.join("\n")}` };
  }
  return { schema, loosened: [...new Set(loosened)] };
}

function followed(root: Members, schema: unknown): Members {
  const whole = followReferences(root, schema);
  return isMembers(whole) ? whole : {};
}

function isObjectSchema({ type }: Members): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.includes("object"));
}

/** Both schemas at once; undefined if they say different things of the same keyword. */
function intersect(left: Members, right: Members): Members | undefined {
  const merged: Members = { ...left };
  for (const [keyword, value] of Object.entries(right)) {
    const own = merged[keyword];
    if (own === undefined) merged[keyword] = value;
    else if (keyword === "required") merged[keyword] = [...new Set([...listOf(own), ...listOf(value)])];
    else if (keyword === "properties" || keyword === "$defs" || keyword === "definitions") {
      const both = { ...membersOf(value), ...membersOf(own) };
      if (keyword === "properties" && differs(membersOf(own), membersOf(value))) return undefined;
      merged[keyword] = both;
    } else if (keyword === "allOf") merged[keyword] = [...listOf(own), ...listOf(value)];
    else if (keyword !== "description" && keyword !== "title" && !isSame(own, value)) return undefined;
  }
  return merged;
}

/** A schema that takes whatever one of the alternatives takes. */
function unite(root: Members, branches: readonly Members[]): Members {
  const properties = new Map<string, unknown[]>();
  for (const [name, schema] of Object.entries(membersOf(root["properties"]))) properties.set(name, [schema]);
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(membersOf(branch["properties"]))) {
      const known = properties.get(name) ?? [];
      if (!known.some((one) => isSame(one, schema))) known.push(schema);
      properties.set(name, known);
    }
  }
  const [first, ...others] = branches;
  const shared = listOf(first?.["required"]).filter((name) =>
    others.every((branch) => listOf(branch["required"]).includes(name)),
  );
  const required = [...new Set([...listOf(root["required"]), ...shared])];
  const { additionalProperties, required: _, ...rest } = root;
  const isClosed = [root, ...branches].every((one) => one["additionalProperties"] === false);
  const definitions = mergeDefinitions([root, ...branches]);
  return {
    ...rest,
    ...definitions,
    type: "object",
    properties: Object.fromEntries(
      [...properties].map(([name, known]) => [name, known.length === 1 ? known[0] : { anyOf: known }]),
    ),
    ...(required.length === 0 ? {} : { required }),
    ...(isClosed
      ? { additionalProperties: false }
      : isMembers(additionalProperties)
        ? { additionalProperties }
        : {}),
  };
}

function mergeDefinitions(schemas: readonly Members[]): Members {
  const merged: Members = {};
  for (const holder of ["$defs", "definitions"]) {
    const all = Object.assign({}, ...schemas.map((one) => membersOf(one[holder])).reverse()) as Members;
    if (Object.keys(all).length > 0) merged[holder] = all;
  }
  return merged;
}

function describe(keyword: string, branches: readonly Members[]): string {
  const count = keyword === "oneOf" ? "exactly one" : "at least one";
  const whole = JSON.stringify(branches);
  if (whole.length <= DESCRIBED_LENGTH) return `The arguments must match ${count} of: ${whole}`;
  const fields = branches.map((branch) => ({
    ...(typeof branch["title"] === "string" ? { title: branch["title"] } : {}),
    properties: Object.keys(membersOf(branch["properties"])),
    required: listOf(branch["required"]),
  }));
  return `The arguments must match ${count} of: ${JSON.stringify(fields)}`;
}

function differs(left: Members, right: Members): boolean {
  return Object.keys(right).some((name) => Object.hasOwn(left, name) && !isSame(left[name], right[name]));
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {};
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
