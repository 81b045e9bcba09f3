import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { declares, error, jsonParameters, node, parameters, path, plain } from "./fixtures/requests.ts";
import { schemaRules } from "./schema.ts";

describeRules({
  dialect: "gemini",
  rules: schemaRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.schema.one",
      good: declares({ name: "f", parametersJsonSchema: { type: "object" } }),
      bad: declares({ name: "f", parameters: { type: "OBJECT" }, parametersJsonSchema: { type: "object" } }),
      body: error(
        "* GenerateContentRequest.tools[0].function_declarations[0]: only one of parameters and parameters_json_schema may be set",
      ),
    },
    {
      rule: "gemini.schema.parameters",
      good: parameters({ a: { type: "STRING", enum: ["x"] } }),
      bad: parameters({ a: { type: "STRING", enum: ["x", ""] } }),
      body: error(
        "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties.a.enum[1]: cannot be empty",
      ),
    },
    {
      rule: "gemini.schema.parameters",
      good: parameters({ a: { type: "STRING", format: "date-time" } }),
      bad: parameters({ a: { type: "STRING", format: "uuid" } }),
      body: error(
        "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties.a.format: only 'enum' and 'date-time' are supported for STRING type",
      ),
    },
    {
      rule: "gemini.schema.parameters",
      good: parameters({ a: { anyOf: [{ type: "STRING" }] } }),
      bad: parameters({ a: { anyOf: [{ type: "STRING" }], minLength: 1 } }),
      body: error(
        "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties.a: when using any_of, it must be the only field set",
      ),
    },
    {
      rule: "gemini.schema.parametersJsonSchema",
      good: jsonParameters({ properties: { a: { type: ["string", "null"] } } }),
      bad: jsonParameters({ properties: { a: { $ref: "#/$defs/x", description: "d" } }, $defs: { x: {} } }),
      body: error(
        "Invalid JSON schema at 'tools[0].function_declarations[0].parameters_json_schema': no other properties may be set beside $ref, except those starting with $",
      ),
    },
    {
      rule: "gemini.schema.parametersJsonSchema",
      good: jsonParameters({ properties: { a: { $ref: "#/$defs/node" } }, $defs: { node: node([]) } }),
      bad: jsonParameters({
        properties: { a: { $ref: "#/$defs/node" } },
        required: ["a"],
        $defs: { node: node(["next"]) },
      }),
      body: error(
        "Invalid JSON schema at 'tools[0].function_declarations[0].parameters_json_schema': cyclic references may only be used within non-required properties",
      ),
    },
  ],
});

const at = "* GenerateContentRequest.tools[0].function_declarations[0].parameters";

it.each<[object, string | undefined]>([
  [{ type: "STRING", format: "enum" }, undefined],
  [{ type: "NUMBER", format: "float" }, undefined],
  [{ type: "number", format: "double" }, undefined],
  [{ type: "INTEGER", format: "int32" }, undefined],
  [{ type: "INTEGER", format: "int64" }, undefined],
  [{ type: "BOOLEAN", format: "any" }, undefined],
  [
    { type: "NUMBER", format: "int32" },
    `${at}.properties.a.format: only 'float' and 'double' are supported for NUMBER type`,
  ],
  [
    { type: "INTEGER", format: "float" },
    `${at}.properties.a.format: only 'int32' and 'int64' are supported for INTEGER type`,
  ],
  [{ enum: ["x"] }, undefined],
  [{ type: "INTEGER", enum: [1] }, `${at}.properties.a.enum: only allowed for STRING type`],
  [{ type: "INTEGER", enum: [] }, undefined],
  [{ type: "ARRAY" }, `${at}.properties.a.items: missing field.`],
  [{ type: "ARRAY", items: {} }, undefined],
  [
    { type: ["STRING"] },
    "Invalid value at 'tools[0].function_declarations[0].parameters.properties.a.type' (TYPE_ENUM), Proto field is not repeating, cannot start list.",
  ],
  ...["description", "title", "nullable", "type", "propertyOrdering", "default", "example"].map(
    (name): [object, undefined] => [{ anyOf: [{}], [name]: "x" }, undefined],
  ),
  [{ anyOf: [{}], format: "x" }, `${at}.properties.a: when using any_of, it must be the only field set`],
])("the schema %j of a parameter says %j", (schema, message) => {
  expect(messageOf(schemaRules, "gemini.schema.parameters", "m", parameters({ a: schema }))).toBe(message);
});

const json = "tools[0].function_declarations[0].parameters_json_schema";
const ROOT = `* GenerateContentRequest.${json}.type: functionDeclaration parameters schema should be of type OBJECT.`;
const BESIDE = `Invalid JSON schema at '${json}': no other properties may be set beside $ref, except those starting with $`;
const CYCLE = `Invalid JSON schema at '${json}': cyclic references may only be used within non-required properties`;
it.each<[unknown, string | undefined]>([
  [null, undefined],
  [{}, undefined],
  [{ type: "object" }, undefined],
  [{ type: 6 }, expect.stringMatching(/^Invalid JSON schema at .*: \/type /) as never],
  [{ type: 5 }, ROOT],
  [{ type: "array" }, ROOT],
  [{ description: "d" }, ROOT],
  [{ type: "object", properties: { a: { $ref: "#/$defs/x", $comment: "c" } }, $defs: { x: {} } }, undefined],
  [{ type: "object", properties: { a: { $ref: "#/$defs/x", title: "t" } }, $defs: { x: {} } }, BESIDE],
  [{ type: "object", properties: { a: { $ref: "#" } } }, undefined],
  [{ type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }, CYCLE],
])("the JSON Schema %j of parameters says %s", (parametersJsonSchema, message) => {
  const body = declares({ name: "f", parametersJsonSchema });
  expect(messageOf(schemaRules, "gemini.schema.parametersJsonSchema", "m", body)).toEqual(message);
});

it.each<[unknown, string | undefined]>([
  [{}, undefined],
  ["x", undefined],
  [{ type: 6 }, undefined],
  [{ type: "object" }, undefined],
  [{ type: 1 }, `${at}.type: functionDeclaration parameters schema should be of type OBJECT.`],
  [{ type: "STRING" }, `${at}.type: functionDeclaration parameters schema should be of type OBJECT.`],
])("the root %j of parameters says %s", (schema, message) => {
  const body = declares({ name: "f", parameters: schema });
  expect(messageOf(schemaRules, "gemini.schema.parameters", "m", body)).toBe(message);
});
