import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
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

describeFaults(schemaRules, [
  ["kimi.schema.function", { tools: [{ function: { name: "f" } }] }, undefined],
  ["kimi.schema.function", { tools: [{ function: { name: "f", parameters: null } }] }, undefined],
  [
    "kimi.schema.function",
    { tools: [{ function: { name: "f", parameters: {} } }] },
    "parameters of f is not a valid moonshot flavored json schema, details: <At path '': type must be object>",
  ],
  [
    "kimi.schema.function",
    {
      tools: [
        { function: { name: "f", parameters: { type: "object", properties: { a: { type: "STRING" } } } } },
      ],
    },
    "details: </properties/a/type",
  ],
  [
    "kimi.schema.function",
    {
      tools: [
        { function: { name: "f", parameters: { type: "object", properties: { a: { anyOf: [{}] } } } } },
      ],
    },
    undefined,
  ],
  [
    "kimi.schema.function",
    {
      tools: [
        {
          function: {
            name: "f",
            parameters: { type: "object", properties: { a: { anyOf: [{}], type: "string" } } },
          },
        },
      ],
    },
    "At path 'properties.a': when using anyOf",
  ],
]);
