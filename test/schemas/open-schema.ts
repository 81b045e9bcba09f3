import { type Place, type Schema, type SchemaDocument, variantsOf, wordsOf } from "./schema.ts";

const TAGS = ["type", "object"];

/**
 * A document for ajv that states types and required members only. `unknown-members.ts` checks which members and words
 * there may be, since several documents may allow them together.
 *
 * A union of tagged objects becomes a chain of conditions, so that an error is of the variant that the tag names.
 */
export function openSchemas(document: SchemaDocument): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(document.schemas).map(([name, schema]) => [name, open({ document, schema })]),
  );
}

function open({ document, schema }: Place): unknown {
  const inner = (one: Schema) => open({ document, schema: one });
  const { nullable, anyOf, oneOf, allOf, $ref, properties, items, additionalProperties, ...rest } = schema;
  const parts: unknown[] = [plain(rest)];
  if (properties !== undefined) parts.push({ properties: mapValues(properties, inner) });
  if (items !== undefined) parts.push({ items: inner(items) });
  if (typeof additionalProperties === "object") {
    const others = { additionalProperties: inner(additionalProperties) };
    parts.push(
      properties === undefined ? others : { properties: mapValues(properties, () => true), ...others },
    );
  }
  if ($ref !== undefined) parts.push({ $ref });
  if (allOf !== undefined) parts.push(...allOf.map(inner));
  for (const union of [anyOf, oneOf]) if (union !== undefined) parts.push(openUnion(document, union));
  const whole = { allOf: parts };
  return nullable === true ? { anyOf: [{ type: "null" }, whole] } : whole;
}

function plain({ type, required, enum: words, const: word }: Schema): unknown {
  return {
    ...(type === undefined ? {} : { type }),
    ...(required === undefined ? {} : { required }),
    ...(word === undefined ? {} : { const: word }),
    // A single word is a tag. Longer lists are joined with those of other documents.
    ...(words?.length === 1 ? { enum: words } : {}),
  };
}

function openUnion(document: SchemaDocument, union: readonly Schema[]): unknown {
  const variants = union.map((schema) => ({ schema, tag: tagOf({ document, schema }) }));
  const tagged = variants.filter(({ tag }) => tag !== undefined);
  const others = variants.filter(({ tag }) => tag === undefined).map(({ schema }) => schema);
  const inner = (schema: Schema) => open({ document, schema });
  if (tagged.length < 1 || others.some((schema) => isObject({ document, schema })))
    return { anyOf: union.map(inner) };
  const conditions = [...Map.groupBy(tagged, ({ tag }) => tag!.join("="))].map(([, same]) => {
    const [name, words] = same[0]!.tag!;
    return {
      if: { not: { required: [name], properties: { [name]: { enum: words } } } },
      else: { anyOf: same.map(({ schema }) => inner(schema)) },
    };
  });
  const choice = { type: "object", required: [tagged[0]!.tag![0]], allOf: conditions };
  return others.length === 0 ? choice : { anyOf: [...others.map(inner), choice] };
}

/** The member that tells a variant of a union from the others, and the words that it may have. */
function tagOf(place: Place): readonly [string, readonly unknown[]] | undefined {
  const tags = variantsOf(place).map(({ schema }) => {
    const name = TAGS.find((one) => {
      const member = schema.properties?.[one];
      return member !== undefined && schema.required?.includes(one) && wordsOf(member) !== undefined;
    });
    return name === undefined ? undefined : ([name, wordsOf(schema.properties![name]!)!] as const);
  });
  if (tags.some((tag) => tag === undefined || tag[0] !== tags[0]![0])) return undefined;
  return [tags[0]![0], tags.flatMap((tag) => tag![1])];
}

function isObject(place: Place): boolean {
  return variantsOf(place).some(({ schema }) => schema.type === undefined || schema.type === "object");
}

function mapValues(
  record: Readonly<Record<string, Schema>>,
  map: (schema: Schema) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
