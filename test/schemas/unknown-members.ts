import { isFree, type Place, variantsOf, wordsOf } from "./schema.ts";

const TAGS = ["type", "object", "role"];

/** Where a value has a member or a word that none of the schemas knows at that place. */
export function unknownMembers(value: unknown, places: readonly Place[], path = "$"): string[] {
  const variants = places.flatMap(variantsOf);
  if (variants.some(({ schema }) => isFree(schema))) return [];
  if (typeof value === "string") return unknownWord(value, variants, path);
  if (Array.isArray(value)) {
    const items = variants.flatMap((one) => within(one, "items"));
    return items.length === 0
      ? []
      : value.flatMap((one, index) => unknownMembers(one, items, `${path}[${index}]`));
  }
  if (typeof value !== "object" || value === null) return [];
  return unknownInObject(value as Record<string, unknown>, variants, path);
}

function within(place: Place, keyword: "items" | "additionalProperties"): Place[] {
  const schema = place.schema[keyword];
  if (typeof schema === "object") return [{ document: place.document, schema }];
  return keyword === "additionalProperties" && schema === true ? [{ ...place, schema: {} }] : [];
}

function unknownWord(value: string, variants: readonly Place[], path: string): string[] {
  const lists = variants.filter(({ schema }) => schema.type === "string" || wordsOf(schema) !== undefined);
  const words = lists.map(({ schema }) => wordsOf(schema));
  if (words.length === 0 || words.includes(undefined)) return [];
  return words.flat().includes(value) ? [] : [`${path}: unknown word ${JSON.stringify(value)}`];
}

function unknownInObject(value: Record<string, unknown>, variants: readonly Place[], path: string): string[] {
  let objects = variants.filter(({ schema }) => schema.type === undefined || schema.type === "object");
  if (objects.length === 0) return [];
  for (const tag of TAGS) {
    const word = value[tag];
    if (typeof word !== "string") continue;
    const kept = objects.filter((one) => allowsTag(one, tag, word));
    if (kept.length === 0) return [`${path}.${tag}: unknown word ${JSON.stringify(word)}`];
    objects = kept;
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const places = objects.flatMap((one) => memberOf(one, name));
    if (places.length === 0) return [`${path}.${name}: unknown member`];
    return unknownMembers(member, places, `${path}.${name}`);
  });
}

function allowsTag(place: Place, tag: string, word: string): boolean {
  return memberOf(place, tag)
    .flatMap(variantsOf)
    .some(({ schema }) => wordsOf(schema)?.includes(word) ?? true);
}

function memberOf(place: Place, name: string): Place[] {
  const schema = place.schema.properties?.[name];
  if (schema !== undefined) return [{ document: place.document, schema }];
  // A member that a document requires and does not describe is known to it.
  if (place.schema.required?.includes(name)) return [{ ...place, schema: {} }];
  // An object of which no member is named holds anything.
  if (
    Object.keys(place.schema.properties ?? {}).length === 0 &&
    place.schema.additionalProperties === undefined
  )
    return [{ ...place, schema: {} }];
  return within(place, "additionalProperties");
}
