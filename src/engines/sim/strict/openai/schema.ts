import { isMembers, list, type Members, members, objects, text } from "../raw-json.ts";
import { invalidSchema } from "../schema/validity.ts";
import { walkSchema } from "../schema/walk.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";

const ROOT_UNIONS = ["oneOf", "anyOf", "allOf", "enum", "not"];

/** Checks the parameters of a function. */
export function functionSchemaFault(tool: Members, param: string): Violation | undefined {
  const schema = tool["parameters"];
  if (schema === undefined || schema === null) return undefined;
  return schemaFault(members(schema), {
    subject: `function '${text(tool["name"])}'`,
    param,
    code: "invalid_function_parameters",
    isStrict: tool["strict"] === true,
  });
}

interface SchemaUse {
  readonly subject: string;
  readonly param: string;
  readonly code: string | null;
  readonly isStrict: boolean;
}

/** Checks a schema that stands for an object. */
export function schemaFault(
  schema: Members,
  { subject, param, code, isStrict }: SchemaUse,
): Violation | undefined {
  const refuse = (why: string): Violation => ({
    message: `Invalid schema for ${subject}: ${why}`,
    param,
    code,
  });
  const { type } = schema;
  if (type !== "object" && !(type === undefined && Object.keys(schema).length === 0)) {
    const shown = type === undefined ? "None" : String(type);
    return refuse(`schema must be a JSON Schema of 'type: "object"', got 'type: "${shown}"'.`);
  }
  const union = ROOT_UNIONS.find((key) => schema[key] !== undefined);
  if (union !== undefined)
    return refuse(
      "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
    );
  const invalid = invalidSchema(schema);
  if (invalid !== undefined) return refuse(`${invalid}.`);
  const incomplete = incompleteFault(schema, refuse);
  if (incomplete !== undefined) return incomplete;
  return isStrict ? strictFault(schema, refuse) : undefined;
}

// Reports of nested objects without properties are missing, so those are let through.
function incompleteFault(root: Members, refuse: (why: string) => Violation): Violation | undefined {
  return firstIn(walkSchema(root), ({ schema, path }) => {
    if (hasType(schema, "array") && schema["items"] === undefined)
      return refuse(`${contextOf(path)}array schema missing items.`);
    return path.length === 0 && hasType(schema, "object") && schema["properties"] === undefined
      ? refuse(`${contextOf(path)}object schema missing properties.`)
      : undefined;
  });
}

const hasType = ({ type }: Members, wanted: string) => type === wanted || list(type).includes(wanted);

function contextOf(path: readonly string[]): string {
  return `In context=(${path.map((one) => `'${one}'`).join(", ")}${path.length === 1 ? "," : ""}), `;
}

function strictFault(root: Members, refuse: (why: string) => Violation): Violation | undefined {
  return firstIn(walkSchema(root), ({ schema, path }) => {
    const context = contextOf(path);
    if (schema["allOf"] !== undefined) return refuse(`${context}'allOf' is not permitted.`);
    if (Object.keys(schema).length === 0) return refuse(`${context}schema must have a 'type' key.`);
    if (schema["default"] !== undefined) return refuse(`${context}'default' is not permitted.`);
    if (schema["type"] !== "object" && !isMembers(schema["properties"])) return undefined;
    if (schema["additionalProperties"] !== false)
      return refuse(`${context}'additionalProperties' is required to be supplied and to be false.`);
    const required = list(schema["required"]);
    const missing = Object.keys(members(schema["properties"])).find((name) => !required.includes(name));
    return missing === undefined
      ? undefined
      : refuse(
          `${context}'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`,
        );
  });
}

export const schemaRules: Rules = {
  "openai.schema.function": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) =>
      functionSchemaFault(members(tool["function"]), `tools[${index}].function.parameters`),
    ),
};
