import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain, tool } from "./fixtures/requests.ts";
import { copilot } from "./index.ts";

describeRules({
  dialect: "copilot",
  rules: Object.fromEntries(
    ["copilot.model.endpoint", "copilot.reasoning_effort", "copilot.schema.function"].map((name) => [
      name,
      copilot.rules[name]!,
    ]),
  ),
  plain,
  path,
  cases: [
    {
      rule: "copilot.model.endpoint",
      good: on("gpt-5.4"),
      bad: on("gpt-5.6-sol"),
      body: error(
        'model "gpt-5.6-sol" is not accessible via the /chat/completions endpoint',
        "unsupported_api_for_model",
      ),
    },
    {
      rule: "copilot.reasoning_effort",
      good: on("gpt-5-mini", { reasoning_effort: "low" }),
      bad: { reasoning_effort: "low" },
      body: error(
        "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
        "unsupported_parameter",
        "reasoning_effort",
      ),
    },
    {
      rule: "copilot.schema.function",
      good: { tools: [tool({ parameters: { type: "object", properties: {} } })] },
      bad: { tools: [tool({ parameters: { type: "string" } })] },
      body: error(
        "Invalid schema for function 'f': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"string\"'.",
        "invalid_function_parameters",
        "tools[0].function.parameters",
      ),
    },
  ],
});
