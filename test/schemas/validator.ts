import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { openSchemas } from "./open-schema.ts";
import { namedPlace, type Place, type SchemaDocument } from "./schema.ts";
import { unknownMembers } from "./unknown-members.ts";

/** A document, and the name of the schema in it that a value must fit. */
export type Root = readonly [SchemaDocument, string];

const compiled = new Map<SchemaDocument, Ajv2020>();

/**
 * Opens a check of values against schemas of one or more documents. A value fits when each document finds its types and
 * required members right, and each of its members and words is known to one of the documents, or to one of `others`.
 * Gives what is wrong.
 */
export function openValidator(
  roots: readonly Root[],
  others: readonly Root[] = [],
): (value: unknown) => string[] {
  const places: Place[] = [...roots, ...others].map(([document, name]) => namedPlace(document, name));
  const checks = roots.map(([document, name]) => [document.title, compile(document, name)] as const);
  return (value) => [
    ...new Set([
      ...checks.flatMap(([title, check]) => faultsOf(check, value, title)),
      ...unknownMembers(value, places),
    ]),
  ];
}

function compile(document: SchemaDocument, name: string): ValidateFunction {
  let ajv = compiled.get(document);
  if (ajv === undefined) {
    // Shorter code would take longer to find than it saves.
    const code = { optimize: false };
    ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateFormats: false,
      validateSchema: false,
      code,
    });
    ajv.addSchema({ $id: "document", components: { schemas: openSchemas(document) } });
    compiled.set(document, ajv);
  }
  return ajv.getSchema(`document#/components/schemas/${name}`)!;
}

const SUMMARIES = ["if", "anyOf", "oneOf"];

function faultsOf(check: ValidateFunction, value: unknown, title: string): string[] {
  if (check(value)) return [];
  const errors = check.errors ?? [];
  // A failed union lists the errors of all of its variants; those that lie deepest are of the variant that was meant.
  const precise = errors.filter(({ keyword }) => !SUMMARIES.includes(keyword));
  return (precise.length === 0 ? errors : precise).map(({ instancePath, message, params }) => {
    const missing = (params as { missingProperty?: string }).missingProperty;
    const path = `$${instancePath.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".")}`;
    return missing === undefined
      ? `${path}: ${message ?? "is wrong"} (${title})`
      : `${path}.${missing}: missing (${title})`;
  });
}
