import { has, isMembers, list, type Members, members, text } from "../raw-json.ts";
import { invalidSchema } from "../schema/validity.ts";
import { findCycle, walkSchema } from "../schema/walk.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";
import { declarationsOf } from "./request.ts";

const FORMATS = new Map<string, readonly string[]>([
  ["STRING", ["enum", "date-time"]],
  ["NUMBER", ["float", "double"]],
  ["INTEGER", ["int32", "int64"]],
]);

const BESIDE_ANY_OF = new Set([
  "anyOf",
  "description",
  "title",
  "nullable",
  "type",
  "propertyOrdering",
  "default",
  "example",
]);

/** Checks a schema of the older form, a subset of OpenAPI 3.0. Unknown members are found by the shape. */
export function openApiFault(schema: unknown, where: string): Violation | undefined {
  return firstIn(walkSchema(schema), ({ schema: one, path }) => {
    const at = `* GenerateContentRequest.${[where, ...path].join(".")}`;
    const type = text(one["type"]).toUpperCase();
    if (Array.isArray(one["type"]))
      return {
        message: `Invalid value at '${[where, ...path].join(".")}.type' (TYPE_ENUM), Proto field is not repeating, cannot start list.`,
      };
    if (one["anyOf"] !== undefined && Object.keys(one).some((key) => !BESIDE_ANY_OF.has(key)))
      return { message: `${at}: when using any_of, it must be the only field set` };
    const values = list(one["enum"]);
    if (values.some((value) => value === ""))
      return { message: `${at}.enum[${values.indexOf("")}]: cannot be empty` };
    if (values.length > 0 && type !== "STRING" && type !== "")
      return { message: `${at}.enum: only allowed for STRING type` };
    const formats = FORMATS.get(type);
    if (has(one, "format") && formats?.includes(text(one["format"])) === false)
      return {
        message: `${at}.format: only ${formats.map((name) => `'${name}'`).join(" and ")} are supported for ${type} type`,
      };
    return type === "ARRAY" && !isMembers(one["items"])
      ? { message: `${at}.items: missing field.` }
      : undefined;
  });
}

/** Checks a JSON Schema: names of types, references, and recursion that no value can end. */
export function jsonSchemaFault(schema: unknown, where: string): Violation | undefined {
  const invalid = invalidSchema(schema);
  if (invalid !== undefined) return { message: `Invalid JSON schema at '${where}': ${invalid}` };
  const beside = firstIn(walkSchema(schema), ({ schema: one }) =>
    has(one, "$ref") && Object.keys(one).some((key) => !key.startsWith("$"))
      ? {
          message: `Invalid JSON schema at '${where}': no other properties may be set beside $ref, except those starting with $`,
        }
      : undefined,
  );
  if (beside !== undefined) return beside;
  return findCycle(schema, true) === undefined
    ? undefined
    : {
        message: `Invalid JSON schema at '${where}': cyclic references may only be used within non-required properties`,
      };
}

export const schemaRules: Rules = {
  "gemini.schema.one": (request) =>
    firstIn(declarationsOf(request), ({ tool, where }) =>
      has(tool, "parameters") && has(tool, "parametersJsonSchema")
        ? {
            message: `* GenerateContentRequest.${where}: only one of parameters and parameters_json_schema may be set`,
          }
        : undefined,
    ),

  "gemini.schema.parameters": (request) =>
    firstIn(declarationsOf(request), ({ tool, where }) => {
      if (!isMembers(tool["parameters"])) return undefined;
      return (
        rootFault(tool["parameters"], `${where}.parameters`) ??
        openApiFault(tool["parameters"], `${where}.parameters`)
      );
    }),

  "gemini.schema.parametersJsonSchema": (request) =>
    firstIn(declarationsOf(request), ({ tool, where }) => {
      if (!has(tool, "parametersJsonSchema")) return undefined;
      const schema = members(tool["parametersJsonSchema"]);
      return (
        rootFault(schema, `${where}.parameters_json_schema`) ??
        jsonSchemaFault(schema, `${where}.parameters_json_schema`)
      );
    }),
};

function rootFault(schema: Members, where: string): Violation | undefined {
  // A number stands for the word in protocol-buffer JSON.
  const { type } = schema;
  return type === 6 || text(type).toUpperCase() === "OBJECT" || Object.keys(schema).length === 0
    ? undefined
    : {
        message: `* GenerateContentRequest.${where}.type: functionDeclaration parameters schema should be of type OBJECT.`,
      };
}
