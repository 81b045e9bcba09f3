import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "openai",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.max_tokens.both",
      good: { max_completion_tokens: 10 },
      bad: { max_tokens: 10, max_completion_tokens: 10 },
      body: error(
        "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        null,
        "invalid_parameter_combination",
      ),
    },
    {
      rule: "openai.max_tokens.reasoning",
      good: { max_tokens: 10 },
      bad: on("gpt-5", { max_tokens: 10 }),
      body: error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "max_tokens",
        "unsupported_parameter",
      ),
    },
    {
      rule: "openai.max_tokens.range",
      good: { max_tokens: 16_384 },
      bad: { max_tokens: 16_385 },
      body: error(
        "max_tokens is too large: 16385. This model supports at most 16384 completion tokens, whereas you provided 16385.",
        "max_tokens",
        "invalid_value",
      ),
    },
    {
      rule: "openai.max_tokens.range",
      good: on("gpt-4.1", { max_completion_tokens: 32_768 }),
      bad: { max_completion_tokens: 0 },
      body: error(
        "Invalid 'max_completion_tokens': integer below minimum value. Expected a value >= 1, but got 0 instead.",
        "max_completion_tokens",
        "integer_below_min_value",
      ),
    },
  ],
});
