import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain, tool } from "./fixtures/requests.ts";
import { schemaRules } from "./schema.ts";

describeRules({
  dialect: "codex",
  rules: schemaRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.schema.function",
      good: { tools: [tool()] },
      bad: { tools: [tool({ parameters: { type: "object", enum: [1] } })] },
      body: error(
        "Invalid schema for function 'f': schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.",
        "tools[0].parameters",
        "invalid_function_parameters",
      ),
    },
  ],
});

describeFaults(schemaRules, [
  [
    "codex.schema.function",
    { tools: [{ type: "custom", name: "f", parameters: { type: "array" } }] },
    undefined,
  ],
  [
    "codex.schema.function",
    { tools: [{ type: "function", name: "f", parameters: { type: "array" } }] },
    "Invalid schema for function 'f'",
  ],
]);
