import { describeRules } from "../fixtures/rule-cases.ts";
import {
  call,
  declares,
  error,
  model,
  parameters,
  path,
  plain,
  result,
  says,
  user,
} from "./fixtures/requests.ts";
import { shapeRules } from "./shape.ts";

describeRules({
  dialect: "gemini",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.shape",
      good: { system_instruction: { parts: [says("s")] } },
      bad: { labels: { a: "b" } },
      body: error('Invalid JSON payload received. Unknown name "labels": Cannot find field.'),
    },
    {
      rule: "gemini.shape",
      good: parameters({ a: { type: "string" } }),
      bad: declares({ name: "f", parameters: { type: "OBJECT", additionalProperties: false } }),
      body: error(
        "Invalid JSON payload received. Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters': Cannot find field.",
      ),
    },
    {
      rule: "gemini.shape",
      good: { contents: [user(says("hi"))] },
      bad: { contents: [user(says("hi")), model(call()), user(result({ response: ["x"] }))] },
      body: error("Invalid value at 'contents[2].parts[0].function_response.response', [\"x\"]"),
    },
  ],
});
