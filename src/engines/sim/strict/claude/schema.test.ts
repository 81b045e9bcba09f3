import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, path, plain, schema, tool } from "./fixtures/requests.ts";
import { schemaRules } from "./schema.ts";

describeRules({
  dialect: "claude",
  rules: schemaRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.schema.root",
      good: { tools: [tool()] },
      bad: { tools: [tool({ input_schema: { type: "object", anyOf: [{}] } })] },
      body: error(
        "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
      ),
    },
    {
      rule: "claude.schema.valid",
      good: { tools: [tool({ input_schema: schema({ a: { type: "string" } }) })] },
      bad: { tools: [tool({ input_schema: schema({ a: { type: "STRING" } }) })] },
      body: error(
        "tools.0.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.",
      ),
    },
    {
      rule: "claude.schema.strict",
      good: { tools: [tool({ strict: true, input_schema: schema({ a: { type: "integer" } }) })] },
      bad: { tools: [tool({ strict: true, input_schema: schema({ a: { type: "integer", minimum: 1 } }) })] },
      body: error("tools.0.custom: For 'integer' type, property 'minimum' is not supported"),
    },
  ],
});

const faultOf = (rule: string, ...tools: object[]) => messageOf(schemaRules, rule, "m", { tools });

const NOT_OBJECT = "tools.0.custom.input_schema.type: Input should be 'object'";
const UNION =
  "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level";
it.each<[object, string | undefined]>([
  [{}, "tools.0.custom.input_schema.type: Field required"],
  [{ type: "array" }, NOT_OBJECT],
  [{ type: null }, NOT_OBJECT],
  [{ type: "object", properties: { a: { anyOf: [] } } }, undefined],
  [{ type: "object", not: {} }, undefined],
  ...["oneOf", "allOf", "anyOf"].map((key): [object, string] => [{ type: "object", [key]: [] }, UNION]),
])("the input schema %j says %s", (input_schema, message) => {
  expect(faultOf("claude.schema.root", { input_schema })).toBe(message);
});

it.each([undefined, null, "custom", "web_search_20250305"])(
  "a tool of the type %s is judged if it is custom",
  (type) => {
    const isJudged = type !== "web_search_20250305";
    const messages = ["root", "valid", "strict"].map((rule) =>
      faultOf(
        `claude.schema.${rule}`,
        { type: "computer" },
        { type, strict: true, input_schema: { type: "OBJECT", minimum: 1 } },
      ),
    );
    expect(messages.map((message) => message?.slice(0, 14))).toEqual(
      Array(3).fill(isJudged ? "tools.1.custom" : undefined),
    );
  },
);

const STRICT = "tools.0.custom: For";
const optional = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}]));
it.each<[object, string | undefined]>([
  [{ type: "object", additionalProperties: false }, undefined],
  [{ type: "object" }, `${STRICT} 'object' type, 'additionalProperties' must be explicitly set to false`],
  [{ properties: {} }, `${STRICT} 'object' type, 'additionalProperties' must be explicitly set to false`],
  [
    schema({ a: { type: "object", additionalProperties: true } }),
    `${STRICT} 'object' type, 'additionalProperties' must be explicitly set to false`,
  ],
  ...[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
  ].map((key): [object, string] => [
    schema({ a: { type: "x", [key]: 0 } }),
    `${STRICT} 'x' type, property '${key}' is not supported`,
  ]),
  ...["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"].map(
    (format): [object, undefined] => [schema({ a: { type: "string", format } }), undefined],
  ),
  [schema({ a: { format: "regex" } }), `${STRICT} 'string' type, 'format' 'regex' is not supported`],
  [schema({ a: { format: 1 } }), undefined],
  [schema({ a: { $ref: "#" } }), "tools.0.custom: Recursive schemas are not supported"],
  [schema(optional(24), { required: [] }), undefined],
  [
    schema({ ...optional(26), inner: schema({}) }, { required: ["p0", "inner"] }),
    "tools.0.custom: Schemas contains too many optional parameters (25), which would make grammar compilation inefficient. Reduce the number of optional parameters in your tool schemas (limit: 24).",
  ],
  [
    schema({ a: schema(optional(20), { required: [] }), ...optional(5) }, { required: ["a"] }),
    expect.stringContaining("(25)") as never,
  ],
])("the strict schema %j says %s", (input_schema, message) => {
  expect(faultOf("claude.schema.strict", { strict: true, input_schema })).toEqual(message);
  for (const strict of [false, "true", undefined])
    expect(faultOf("claude.schema.strict", { strict, input_schema })).toBeUndefined();
});
