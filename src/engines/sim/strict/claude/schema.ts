import { isMembers, list, type Members, members, objects } from "../raw-json.ts";
import { invalidSchema } from "../schema/validity.ts";
import { findCycle, walkSchema } from "../schema/walk.ts";
import { firstIn, firstOf, type Rules, type Violation } from "../violation.ts";

const UNIONS = ["oneOf", "allOf", "anyOf"];
const STRICT_FORMATS = [
  "date-time",
  "time",
  "date",
  "duration",
  "email",
  "hostname",
  "uri",
  "ipv4",
  "ipv6",
  "uuid",
];
const UNSUPPORTED = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
];
const MAX_OPTIONAL = 24;

const isTyped = (tool: Members) =>
  tool["type"] !== undefined && tool["type"] !== null && tool["type"] !== "custom";

const ofTools = (check: (tool: Members, where: string) => Violation | undefined) => (tools: unknown) =>
  firstIn(objects(tools), (tool, index) =>
    isTyped(tool) ? undefined : check(tool, `tools.${index}.custom`),
  );

export const schemaRules: Rules = {
  "claude.schema.root": ({ body }) =>
    ofTools((tool, where) => {
      const schema = members(tool["input_schema"]);
      if (schema["type"] === undefined) return { message: `${where}.input_schema.type: Field required` };
      if (schema["type"] !== "object")
        return { message: `${where}.input_schema.type: Input should be 'object'` };
      return UNIONS.some((key) => schema[key] !== undefined)
        ? {
            message: `${where}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`,
          }
        : undefined;
    })(body["tools"]),

  "claude.schema.valid": ({ body }) =>
    ofTools((tool, where) =>
      invalidSchema(tool["input_schema"]) === undefined
        ? undefined
        : {
            message: `${where}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
          },
    )(body["tools"]),

  "claude.schema.strict": ({ body }) =>
    ofTools((tool, where) =>
      tool["strict"] === true ? strictFault(tool["input_schema"], where) : undefined,
    )(body["tools"]),
};

/** Says where a schema breaks the rules of strict tools and output formats. */
export function strictFault(schema: unknown, where: string): Violation | undefined {
  const places = [...walkSchema(schema)];
  return firstOf(
    () =>
      firstIn(places, ({ schema: one }) => {
        const isObject = one["type"] === "object" || isMembers(one["properties"]);
        return isObject && one["additionalProperties"] !== false
          ? { message: `${where}: For 'object' type, 'additionalProperties' must be explicitly set to false` }
          : undefined;
      }),
    () =>
      firstIn(places, ({ schema: one }) => {
        const key = UNSUPPORTED.find((name) => one[name] !== undefined);
        if (key !== undefined)
          return {
            message: `${where}: For '${String(one["type"])}' type, property '${key}' is not supported`,
          };
        return typeof one["format"] === "string" && !STRICT_FORMATS.includes(one["format"])
          ? { message: `${where}: For 'string' type, 'format' '${one["format"]}' is not supported` }
          : undefined;
      }),
    () =>
      findCycle(schema) === undefined
        ? undefined
        : { message: `${where}: Recursive schemas are not supported` },
    () => {
      let optional = 0;
      for (const { schema: one } of places)
        optional += Object.keys(members(one["properties"])).length - list(one["required"]).length;
      return optional > MAX_OPTIONAL
        ? {
            message: `${where}: Schemas contains too many optional parameters (${optional}), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${MAX_OPTIONAL}).`,
          }
        : undefined;
    },
  );
}
