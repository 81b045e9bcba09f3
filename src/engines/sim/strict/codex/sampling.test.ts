import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { samplingRules } from "./sampling.ts";

describeRules({
  dialect: "codex",
  rules: samplingRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.sampling.range",
      good: on("gpt-4o", { top_p: 1 }),
      bad: on("gpt-4o", { top_p: 1.5 }),
      body: error(
        "Invalid 'top_p': decimal above maximum value. Expected a value <= 1, but got 1.5 instead.",
        "top_p",
        "decimal_above_max_value",
      ),
    },
    {
      rule: "codex.sampling.model",
      good: on("gpt-5.6-sol", { temperature: 0, reasoning: { effort: "none" } }),
      bad: on("gpt-5.6-sol", { temperature: 0, reasoning: { effort: "low" } }),
      body: error(
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
        "temperature",
        "unsupported_value",
      ),
    },
  ],
});
