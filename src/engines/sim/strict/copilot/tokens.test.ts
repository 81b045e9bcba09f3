import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "copilot",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "copilot.max_tokens.reasoning",
      good: { max_tokens: 10 },
      bad: on("gpt-5.4", { max_tokens: 10 }),
      body: error(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        "invalid_request_body",
        "max_tokens",
      ),
    },
  ],
});
