import { describeRules } from "../fixtures/rule-cases.ts";
import { error, format, on, path, plain, schema } from "./fixtures/requests.ts";
import { outputRules } from "./output.ts";

describeRules({
  dialect: "claude",
  rules: outputRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.output.supported",
      good: on("claude-opus-4-1", format(schema({}))),
      bad: on("claude-sonnet-4-0", format(schema({}))),
      body: error("'claude-sonnet-4-0' does not support output format."),
    },
    {
      rule: "claude.output.schema",
      good: format(schema({ a: { type: "string", format: "date" } })),
      bad: format({ type: "object", properties: {} }),
      body: error(
        "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false",
      ),
    },
  ],
});
