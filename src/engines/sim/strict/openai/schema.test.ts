import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, schema, tool } from "./fixtures/requests.ts";
import { schemaRules } from "./schema.ts";

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
