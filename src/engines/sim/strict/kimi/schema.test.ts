import { describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, tool } from "./fixtures/requests.ts";
import { schemaRules } from "./schema.ts";

describeRules({
  dialect: "kimi",
  rules: schemaRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.schema.function",
      good: {
        tools: [tool({ parameters: { type: "object", properties: { a: { anyOf: [{ type: "string" }] } } } })],
      },
      bad: {
        tools: [
          tool({
            parameters: {
              type: "object",
              properties: { a: { type: "string", anyOf: [{ type: "string" }] } },
            },
          }),
        ],
      },
      body: error(
        "Invalid request: tools.function.parameters of f is not a valid moonshot flavored json schema, details: <At path 'properties.a': when using anyOf, type should be defined in anyOf items instead of the parent schema>",
      ),
    },
  ],
});
