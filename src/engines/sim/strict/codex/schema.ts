import { functionSchemaFault } from "../openai/schema.ts";
import { objects } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

export const schemaRules: Rules = {
  "codex.schema.function": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) =>
      tool["type"] === "function" ? functionSchemaFault(tool, `tools[${index}].parameters`) : undefined,
    ),
};
