import { AbpError } from "../../../contract/index.ts";
import { setMember, textOfJson } from "../../../lib/index.ts";

export type SchemaDraft = "draft-07" | "2020-12";

/** A schema that is safe to compile, and its draft. */
export interface GuardedSchema {
  readonly draft: SchemaDraft;
  readonly schema: boolean | Readonly<Record<string, unknown>>;
}

/** Added to every part of a schema to count the steps of a check. */
export const STEP_KEYWORD = "x-abp-step";

const MAX_SCHEMA_TEXT = 128 * 1024;
const MAX_SCHEMA_DEPTH = 64;
const MAX_SCHEMA_PARTS = 5_000;

const one = new Set(
  "not if then else contains additionalItems additionalProperties propertyNames unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);
const list = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const map = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
// `items` may be a list up to draft 2019-09. `dependencies` holds schemas and lists of names.
const oneOrList = new Set(["items"]);
const mapOfSome = new Set(["dependencies"]);
// These keywords refer outside the schema, change the base of its references, or make the check asynchronous.
const refused = new Set(["$dynamicRef", "$recursiveRef", "$recursiveAnchor", "$async"]);

/**
 * Copies a schema for compilation, or refuses it. Limits size and depth, and refuses references out of the schema,
 * because nothing is fetched. Marks every part with its cost, so that a check with multiplying branches reaches its
 * step limit.
 */
export function guardSchema(schema: unknown): GuardedSchema {
  const text = JSON.stringify(schema) ?? "";
  if (text.length > MAX_SCHEMA_TEXT) throw refusal("", `it is larger than ${MAX_SCHEMA_TEXT} characters`);
  const draft = draftOf(schema, text);
  const places = new Set<string>();
  const references: { at: string; target: string }[] = [];

  const copy = (part: unknown, at: string, depth: number): unknown => {
    if (typeof part === "boolean") return part;
    if (!isObject(part)) throw refusal(at, "a schema is an object or a boolean");
    if (depth > MAX_SCHEMA_DEPTH) throw refusal(at, `it is nested deeper than ${MAX_SCHEMA_DEPTH}`);
    places.add(at);
    if (places.size > MAX_SCHEMA_PARTS) throw refusal("", `it has more than ${MAX_SCHEMA_PARTS} parts`);
    const result: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(part)) {
      if (refused.has(keyword)) throw refusal(`${at}/${keyword}`, "the keyword is not supported");
      if (keyword === "$id" && at !== "") throw refusal(`${at}/$id`, "a part must not have an id of its own");
      if (keyword === "$ref") references.push({ at, target: textOfJson(value) });
      if (keyword === "$anchor") places.add(`#${textOfJson(value)}`);
      if (keyword === "$id" || keyword === "$schema" || keyword === STEP_KEYWORD) continue;
      setMember(result, keyword, copyValue(keyword, value, `${at}/${escapePointer(keyword)}`, depth + 1));
    }
    result[STEP_KEYWORD] = costOf(part);
    return result;
  };
  const copyValue = (keyword: string, value: unknown, at: string, depth: number): unknown => {
    if (one.has(keyword)) return copy(value, at, depth);
    if (oneOrList.has(keyword) && !Array.isArray(value)) return copy(value, at, depth);
    if ((list.has(keyword) || oneOrList.has(keyword)) && Array.isArray(value)) {
      return value.map((item, index) => copy(item, `${at}/${index}`, depth));
    }
    if ((map.has(keyword) || mapOfSome.has(keyword)) && isObject(value)) {
      const result: Record<string, unknown> = {};
      for (const [name, item] of Object.entries(value)) {
        const names = mapOfSome.has(keyword) && Array.isArray(item);
        setMember(result, name, names ? item : copy(item, `${at}/${escapePointer(name)}`, depth));
      }
      return result;
    }
    return value;
  };

  const copied = copy(schema, "", 0) as GuardedSchema["schema"];
  for (const { at, target } of references) {
    if (!places.has(referencePlace(target))) {
      throw refusal(`${at}/$ref`, `${JSON.stringify(target)} is not a part of this schema`);
    }
  }
  return { draft, schema: copied };
}

function draftOf(schema: unknown, text: string): SchemaDraft {
  const declared = isObject(schema) ? schema["$schema"] : undefined;
  if (declared === undefined) {
    // Without `$schema`, only keywords that newer drafts removed reveal an older draft.
    return /"items":\[|"additionalItems":|"dependencies":/.test(text) ? "draft-07" : "2020-12";
  }
  if (/^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(textOfJson(declared))) return "draft-07";
  if (/^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(textOfJson(declared))) return "2020-12";
  throw refusal("/$schema", `${JSON.stringify(declared)} is not supported`);
}

function referencePlace(target: string): string {
  if (target === "#") return "";
  if (!target.startsWith("#/")) return target;
  try {
    return decodeURIComponent(target.slice(1));
  } catch (error) {
    if (error instanceof URIError) return target;
    throw error;
  }
}

/** The steps of checking the part once, without its sub-parts. */
function costOf(part: Readonly<Record<string, unknown>>): number {
  return Object.values(part).reduce<number>((cost, value) => {
    if (Array.isArray(value)) return cost + value.length;
    return isObject(value) ? cost + Object.keys(value).length : cost;
  }, 1);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function refusal(where: string, reason: string): AbpError {
  return new AbpError("capability_emulation_failed", `The schema cannot be checked: ${reason}`, {
    where: `output.schema#${where}`,
    advice: "Simplify the schema, or choose a model with native structured output.",
  });
}
