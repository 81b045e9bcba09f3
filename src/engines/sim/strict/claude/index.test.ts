import { describeRules } from "../fixtures/rule-cases.ts";
import { error, on, path, plain } from "./fixtures/requests.ts";
import { claude } from "./index.ts";

describeRules({
  dialect: "claude",
  rules: Object.fromEntries(["claude.model"].map((name) => [name, claude.rules[name]!])),
  plain,
  path,
  cases: [
    {
      rule: "claude.model",
      good: on("my-model"),
      bad: on("gpt-5"),
      status: 404,
      body: error("model: gpt-5", "not_found_error"),
    },
  ],
});
