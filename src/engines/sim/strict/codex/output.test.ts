import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { error, path, plain } from "./fixtures/requests.ts";
import { outputRules } from "./output.ts";

describeRules({
  dialect: "codex",
  rules: outputRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.text.format.schema",
      good: {
        text: { format: { type: "json_schema", name: "n", schema: { type: "object", properties: {} } } },
      },
      bad: { text: { format: { type: "json_schema", name: "n", schema: { type: "array" } } } },
      body: error(
        "Invalid schema for response_format 'n': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"array\"'.",
        "text.format",
      ),
    },
    {
      rule: "codex.text.format.json",
      good: { input: "as json", text: { format: { type: "json_object" } } },
      bad: { text: { format: { type: "json_object" } } },
      body: error(
        "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
        "input",
      ),
    },
  ],
});

describeFaults(outputRules, [
  ["codex.text.format.schema", { text: { format: { type: "text", name: "a b" } } }, undefined],
  [
    "codex.text.format.schema",
    { text: { format: { type: "json_schema", name: "a b" } } },
    "text.format.name",
  ],
  ["codex.text.format.schema", { text: { format: { type: "json_schema", name: "n" } } }, undefined],
  [
    "codex.text.format.schema",
    { text: { format: { type: "json_schema", name: "n", schema: { type: "array" } } } },
    "Invalid schema for response_format 'n'",
  ],
  ["codex.text.format.json", { text: { format: { type: "json_object" } }, input: "Write JSON" }, undefined],
  ["codex.text.format.json", { text: { format: { type: "json_object" } } }, "must contain the word 'json'"],
  ["codex.text.format.json", { text: { format: { type: "text" } }, input: "x" }, undefined],
]);
