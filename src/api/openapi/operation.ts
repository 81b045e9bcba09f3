import type { z } from "zod";
import type { Route } from "../route.ts";
import { jsonSchemaOf, type SchemaComponents } from "./schema-components.ts";

const JSON_TYPE = "application/json";
const PROBLEM = { $ref: "#/components/responses/Problem" };

/** One route as an operation of OpenAPI. */
export function operationOf(route: Route, schemas: SchemaComponents): Record<string, unknown> {
  const { name, group, summary, needs, params, query, status } = route;
  const parameters = [
    ...parametersOf(params, "path"),
    ...parametersOf(query, "query"),
    ...(route.takesIdempotencyKey === true ? [IDEMPOTENCY_KEY] : []),
  ];
  const body = bodyOf(route, schemas);
  return {
    operationId: name,
    tags: [group],
    summary,
    description: rightOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { [status]: answerOf(route, schemas), default: PROBLEM },
    security: needs === undefined ? [{}] : [{ bearer: [] }],
  };
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "A repeated request with the same key and body has no further effect for 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

function rightOf({ needs, takesSocket }: Route): string {
  const right = needs === undefined ? "Needs no key." : `Needs the right \`${needs}\`.`;
  return takesSocket === true ? `${right} The path takes a WebSocket upgrade too.` : right;
}

function parametersOf(fields: z.ZodObject | undefined, place: "path" | "query"): unknown[] {
  if (fields === undefined) return [];
  const { properties = {}, required = [], $defs = {} } = jsonSchemaOf(fields, "input") as ParametersSchema;
  return Object.entries(properties).map(([name, { description, $ref, ...own }]) => {
    // A schema with a name stands in the parameter as a whole.
    const { id: _, ...named } = $ref === undefined ? {} : ($defs[$ref.replace("#/$defs/", "")] ?? {});
    return {
      name,
      in: place,
      required: place === "path" || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: { ...named, ...own },
    };
  });
}

interface ParametersSchema {
  readonly properties?: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, { readonly id?: unknown }>>;
}

function bodyOf(route: Route, schemas: SchemaComponents): unknown {
  const { body, bodyType, name } = route;
  if (bodyType !== undefined) return { required: true, content: { [bodyType]: {} } };
  if (body === undefined) return undefined;
  return { required: true, content: { [JSON_TYPE]: { schema: schemas.add(`${name}_body`, body, "input") } } };
}

function answerOf(route: Route, schemas: SchemaComponents): Record<string, unknown> {
  const { answer, answerType, name, summary } = route;
  if (answer !== undefined)
    return {
      description: summary,
      content: { [JSON_TYPE]: { schema: schemas.add(`${name}_answer`, answer) } },
    };
  if (answerType === undefined) return { description: summary };
  return { description: summary, content: { [answerType]: { schema: { type: "string" } } } };
}
