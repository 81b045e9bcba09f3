import { describeRules } from "../fixtures/rule-cases.ts";
import { answer, error, input, path, plain } from "./fixtures/requests.ts";
import { shapeRules } from "./shape.ts";

describeRules({
  dialect: "codex",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.shape",
      good: { store: false, include: [] },
      bad: { seed: 1 },
      body: error("Unknown parameter: 'seed'.", "seed", "unknown_parameter"),
    },
    {
      rule: "codex.shape",
      good: input(answer),
      bad: { input: [{ type: "message", role: "assistant", content: [{ type: "input_text", text: "a" }] }] },
      body: error(
        "Invalid value: 'input_text'. Supported values are: 'output_text', and 'refusal'.",
        "input[0].content[0].type",
        "invalid_value",
      ),
    },
  ],
});
