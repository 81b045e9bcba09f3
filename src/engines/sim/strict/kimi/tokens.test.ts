import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { tokenRules } from "./tokens.ts";

describeRules({
  dialect: "kimi",
  rules: tokenRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.max_tokens",
      good: { max_completion_tokens: 1 },
      bad: { max_completion_tokens: 0 },
      body: error("Invalid request: max_completion_tokens must be at least 1"),
    },
    {
      rule: "kimi.max_tokens",
      good: on("kimi-k3", { max_tokens: 1_048_576 }),
      bad: on("kimi-k3", { max_tokens: 1_048_577 }),
      body: error("Invalid request: max_tokens must be at most 1048576"),
    },
  ],
});
