import { expect, it } from "vitest";
import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, schema, tool } from "./fixtures/requests.ts";
import { functionSchemaFault, schemaFault, schemaRules } from "./schema.ts";

describeRules({
  dialect: "openai",
  rules: schemaRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ parameters: {} })] },
      bad: { tools: [tool({ parameters: { anyOf: [] } })] },
      body: error(
        "Invalid schema for function 'f': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ parameters: schema({ a: { anyOf: [{ type: "string" }] } }) })] },
      bad: { tools: [tool({ parameters: schema({}, { oneOf: [{}] }) })] },
      body: error(
        "Invalid schema for function 'f': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ strict: true, parameters: schema({ a: { type: "string" } }) })] },
      bad: {
        tools: [tool({ strict: true, parameters: schema({ a: { type: "string" } }, { required: [] }) })],
      },
      body: error(
        "Invalid schema for function 'f': In context=(), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ parameters: schema({ a: { allOf: [{}] } }) })] },
      bad: { tools: [tool({ strict: true, parameters: schema({ a: { allOf: [{}] } }) })] },
      body: error(
        "Invalid schema for function 'f': In context=('properties', 'a'), 'allOf' is not permitted.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ parameters: schema({ a: { type: "array", items: {} } }) })] },
      bad: { tools: [tool({ parameters: schema({ a: { type: ["array", "null"] } }) })] },
      body: error(
        "Invalid schema for function 'f': In context=('properties', 'a'), array schema missing items.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ parameters: { type: "object", properties: {} } })] },
      bad: { tools: [tool({ parameters: { type: "object" } })] },
      body: error(
        "Invalid schema for function 'f': In context=(), object schema missing properties.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
    {
      rule: "openai.schema.function",
      good: { tools: [tool({ strict: true, parameters: schema({ a: { const: 1 } }) })] },
      bad: { tools: [tool({ strict: true, parameters: schema({ a: {} }) })] },
      body: error(
        "Invalid schema for function 'f': In context=('properties', 'a'), schema must have a 'type' key.",
        "tools[0].function.parameters",
        "invalid_function_parameters",
      ),
    },
  ],
});

const use = { subject: "x", param: "p", code: null };
const faultOf = (one: object, isStrict = false) => schemaFault({ ...one }, { ...use, isStrict });
const UNION =
  "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.";
const type = (shown: string) => `schema must be a JSON Schema of 'type: "object"', got 'type: "${shown}"'.`;

it.each<[object, string | undefined]>([
  [{}, undefined],
  [{ description: "d" }, type("None")],
  [{ type: "array" }, type("array")],
  [{ type: null }, type("null")],
  ...["oneOf", "anyOf", "allOf", "enum", "not"].map((key): [object, string] => [
    schema({}, { [key]: [] }),
    UNION,
  ]),
  [
    schema({ a: { type: "STRING" } }),
    expect.stringMatching(/^Invalid schema for x: \/properties\/a\/type .*\.$/) as never,
  ],
  [schema({ a: { type: "array" } }), "In context=('properties', 'a'), array schema missing items."],
  [schema({ a: { type: "object" } }), undefined],
  [
    schema({}, { $defs: { a: { items: { type: "array" } } } }),
    "In context=('$defs', 'a', 'items'), array schema missing items.",
  ],
  [schema({}, { items: { type: "array" } }), "In context=('items',), array schema missing items."],
  [{ type: "object" }, "In context=(), object schema missing properties."],
])("the schema %j is refused: %s", (one, why) => {
  const message = typeof why === "string" ? `Invalid schema for x: ${why}` : why;
  expect(faultOf(one)).toEqual(why === undefined ? undefined : { message, param: "p", code: null });
});

const CLOSED = "'additionalProperties' is required to be supplied and to be false.";
it.each<[object, string | undefined]>([
  [schema({}), undefined],
  [{}, "In context=(), schema must have a 'type' key."],
  [schema({ a: { type: "string" } }), undefined],
  [schema({}, { additionalProperties: true }), `In context=(), ${CLOSED}`],
  [schema({}, { items: { default: 1 } }), "In context=('items',), 'default' is not permitted."],
  [schema({ a: { default: null } }), "In context=('properties', 'a'), 'default' is not permitted."],
  [schema({ a: { properties: {} } }), `In context=('properties', 'a'), ${CLOSED}`],
  [schema({ a: { type: "object" } }), `In context=('properties', 'a'), ${CLOSED}`],
  [schema({ a: { type: "object", additionalProperties: false } }), undefined],
])("strictly, the schema %j is refused: %s", (one, why) => {
  expect(faultOf(one, true)?.message).toBe(why === undefined ? undefined : `Invalid schema for x: ${why}`);
});

it("a function without parameters has no fault, and only true makes it strict", () => {
  for (const parameters of [undefined, null])
    expect(functionSchemaFault({ parameters }, "p")).toBeUndefined();
  const open = schema({}, { additionalProperties: true });
  expect(functionSchemaFault({ name: "f", parameters: open, strict: "true" }, "p")).toBeUndefined();
  expect(functionSchemaFault({ name: "f", parameters: open, strict: true }, "p")).toEqual({
    message: `Invalid schema for function 'f': In context=(), ${CLOSED}`,
    param: "p",
    code: "invalid_function_parameters",
  });
});
