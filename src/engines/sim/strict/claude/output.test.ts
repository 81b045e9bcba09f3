import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
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

describeFaults(outputRules, [
  ["claude.output.supported", { output_config: {} }, undefined, "claude-sonnet-4-0"],
  ["claude.output.supported", { output_config: { format: null } }, undefined, "claude-sonnet-4-0"],
  [
    "claude.output.supported",
    { output_config: { format: {} } },
    "does not support output format",
    "claude-sonnet-4-0",
  ],
  [
    "claude.output.supported",
    { output_format: {} },
    "'claude-sonnet-4-0' does not support output format.",
    "claude-sonnet-4-0",
  ],
  [
    "claude.output.supported",
    { output_config: { format: {} }, output_format: {} },
    undefined,
    "claude-sonnet-4-5",
  ],
  ["claude.output.schema", {}, undefined],
  ["claude.output.schema", { output_config: { format: { schema: { type: "string" } } } }, undefined],
  [
    "claude.output.schema",
    { output_config: { format: { schema: { type: "STRING" } } } },
    "output_config.format.schema: JSON schema is invalid",
  ],
  [
    "claude.output.schema",
    { output_format: { schema: { type: "STRING" } } },
    "output_format.schema: JSON schema is invalid",
  ],
  [
    "claude.output.schema",
    { output_format: { schema: { type: "object" } } },
    "output_format.schema: For 'object' type",
  ],
  [
    "claude.output.schema",
    { output_config: { format: { schema: { type: "object" } } } },
    "output_config.format.schema: For 'object' type",
  ],
  [
    "claude.output.schema",
    { output_config: { format: { schema: {} } }, output_format: { schema: 1 } },
    undefined,
  ],
]);
