/** A JSON Schema, or one of OpenAPI; only the keywords that the published documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly nullable?: boolean;
  readonly [keyword: string]: unknown;
}

/** A published document: its named schemas. */
export interface SchemaDocument {
  readonly title: string;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** A schema, and the document in which its references are resolved. */
export interface Place {
  readonly document: SchemaDocument;
  readonly schema: Schema;
}

const PREFIX = "#/components/schemas/";

/** The schema that a document names. */
export function namedPlace(document: SchemaDocument, name: string): Place {
  if (document.schemas[name] === undefined) throw new Error(`${document.title} has no schema ${name}`);
  return { document, schema: { $ref: `${PREFIX}${name}` } };
}

/** The name that a reference holds. */
export function referredName(reference: string): string {
  if (!reference.startsWith(PREFIX)) throw new Error(`unknown reference ${reference}`);
  return reference.slice(PREFIX.length);
}

/**
 * The alternatives of a schema, none of which has a reference, a union or an intersection. Members of an intersection
 * are joined.
 */
export function variantsOf(place: Place): readonly Place[] {
  const known = variants.get(place.schema);
  if (known !== undefined) return known;
  const found = findVariants(place);
  variants.set(place.schema, found);
  return found;
}

// A schema object belongs to one document.
const variants = new WeakMap<Schema, readonly Place[]>();

function findVariants({ document, schema }: Place): readonly Place[] {
  const { $ref, anyOf, oneOf, allOf, nullable, ...own } = schema;
  let found: readonly Schema[] = [own];
  const join = (others: readonly Schema[]) => {
    found = found.flatMap((one) => others.map((other) => joined(one, other)));
  };
  const listed = (list: readonly Schema[]) =>
    list.flatMap((one) => variantsOf({ document, schema: one }).map((place) => place.schema));
  if ($ref !== undefined) join(listed([document.schemas[referredName($ref)]!]));
  if (anyOf !== undefined) join(listed(anyOf));
  if (oneOf !== undefined) join(listed(oneOf));
  for (const one of allOf ?? []) join(listed([one]));
  if (nullable === true) found = [...found, { type: "null" }];
  return found.map((one) => ({ document, schema: one }));
}

function joined(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...(left.properties === undefined && right.properties === undefined
      ? {}
      : { properties: { ...left.properties, ...right.properties } }),
    ...(left.required === undefined && right.required === undefined
      ? {}
      : { required: [...(left.required ?? []), ...(right.required ?? [])] }),
  };
}

/** The words that a variant allows; undefined if it allows any. */
export function wordsOf(schema: Schema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}

/** Whether a schema says nothing at all, so that anything fits. */
export function isFree(schema: Schema): boolean {
  return schema.type === undefined && schema.properties === undefined && wordsOf(schema) === undefined;
}
