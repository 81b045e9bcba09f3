import { describeRules } from "../fixtures/rule-cases.ts";
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
