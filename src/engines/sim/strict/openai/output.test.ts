import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, format, path, plain, schema, user } from "./fixtures/requests.ts";
import { outputRules } from "./output.ts";

describeRules({
  dialect: "openai",
  rules: outputRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.response_format.schema",
      good: format({ schema: schema({}), strict: true }),
      bad: format({ name: "a b" }),
      body: error(
        "Invalid 'response_format.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        "response_format.name",
        "invalid_value",
      ),
    },
    {
      rule: "openai.response_format.schema",
      good: format({ schema: { type: "object", properties: {} } }),
      bad: format({ schema: { type: "object", properties: {} }, strict: true }),
      body: error(
        "Invalid schema for response_format 'n': In context=(), 'additionalProperties' is required to be supplied and to be false.",
        "response_format",
      ),
    },
    {
      rule: "openai.response_format.schema",
      good: format({ schema: schema({ a: { type: "array", items: { type: "string" } } }) }),
      bad: format({ schema: { type: "array", items: { type: "string" } } }),
      body: error(
        "Invalid schema for response_format 'n': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"array\"'.",
        "response_format",
      ),
    },
    {
      rule: "openai.response_format.json",
      good: { messages: [user("answer in JSON")], response_format: { type: "json_object" } },
      bad: { response_format: { type: "json_object" } },
      body: error(
        "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
        "messages",
      ),
    },
  ],
});

describeFaults(outputRules, [
  [
    "openai.response_format.schema",
    { response_format: { type: "text", json_schema: { name: "a b" } } },
    undefined,
  ],
  [
    "openai.response_format.schema",
    { response_format: { type: "json_schema", json_schema: { name: "a b" } } },
    "response_format.name",
  ],
  [
    "openai.response_format.schema",
    { response_format: { type: "json_schema", json_schema: { name: "n" } } },
    undefined,
  ],
  [
    "openai.response_format.schema",
    {
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", schema: { type: "object", properties: {} } },
      },
    },
    undefined,
  ],
  [
    "openai.response_format.schema",
    {
      response_format: {
        type: "json_schema",
        json_schema: { name: "n", strict: true, schema: { type: "object", properties: {} } },
      },
    },
    "Invalid schema for response_format 'n': In context=(), 'additionalProperties'",
  ],
  [
    "openai.response_format.json",
    {
      response_format: { type: "json_object" },
      messages: [{ content: "a" }, { content: [{ text: "As Json" }] }],
    },
    undefined,
  ],
  [
    "openai.response_format.json",
    { response_format: { type: "json_object" }, messages: [{ content: "a", name: "json" }] },
    "must contain the word 'json'",
  ],
  ["openai.response_format.json", { response_format: { type: "text" }, messages: [] }, undefined],
]);
